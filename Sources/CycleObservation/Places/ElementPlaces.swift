/// The elements of a collection that views have read, by identity.
@MainActor
final class ElementPlaces<Whole: RandomAccessCollection>: PartOfPlace
where Whole.Element: Identifiable & Equatable, Whole.Index == Int {
    /// The positions of the elements that differ; `nil` when elements have come, gone or moved.
    private let changes: (Whole, Whole) -> [Int]?
    private var places: [Whole.Element.ID: ObservedPlace<Whole.Element>] = [:]
    /// The first position of each identity in the latest collection: a hint that is checked at each use.
    private var positions: [Whole.Element.ID: Int]?
    /// The views that have read which elements there are, in which order.
    private var readersOfOrder: Readers?

    init(_ changes: @escaping (Whole, Whole) -> [Int]?) {
        self.changes = changes
    }

    func readOrder() {
        let readers = readersOfOrder ?? Readers()
        readersOfOrder = readers
        readers.add()
    }

    func place(of identity: Whole.Element.ID) -> ObservedPlace<Whole.Element> {
        if let place = places[identity] { return place }
        let place = ObservedPlace<Whole.Element>(isEqual: areEqual())
        places[identity] = place
        return place
    }

    /// - Complexity: O(1) while the elements stay where they were; O(n) once for each collection whose elements have moved.
    func element(_ identity: Whole.Element.ID, in whole: Whole) -> Whole.Element? {
        position(of: identity, in: whole).map { whole[$0] }
    }

    private func position(of identity: Whole.Element.ID, in whole: Whole) -> Int? {
        if let positions {
            guard let position = positions[identity] else { return nil }
            if whole.indices.contains(position), whole[position].id == identity { return position }
        }
        let positions = firstPositions(in: whole)
        self.positions = positions
        return positions[identity]
    }

    /// The first of two elements with one identity counts, as in the lenses of the elements.
    private func firstPositions(in whole: Whole) -> [Whole.Element.ID: Int] {
        var positions: [Whole.Element.ID: Int] = [:]
        positions.reserveCapacity(whole.count)
        for position in whole.indices.reversed() { positions[whole[position].id] = position }
        return positions
    }

    var isNeeded: Bool { !places.isEmpty || readersOfOrder?.areWaiting == true }

    func show(_ old: Whole?, _ new: Whole?, _ telling: inout Telling) {
        guard let old, let new, let changes = changes(old, new) else { return showMoved(old, new, &telling) }
        for position in changes {
            let element = new[position]
            // A view may have read an element that the latest collection did not have yet when its positions were taken.
            if positions?[element.id] == nil { positions = nil }
            guard self.position(of: element.id, in: new) == position else { continue }
            show(element.id, old[position], element, &telling)
        }
    }

    private func showMoved(_ old: Whole?, _ new: Whole?, _ telling: inout Telling) {
        telling.tell(readersOfOrder)
        guard !places.isEmpty else { return positions = nil }
        let positions = new.map { firstPositions(in: $0) } ?? [:]
        // All elements are looked up before the first view is told: a view may read the old ones as soon as it is.
        let shown = places.keys.map { identity in
            (identity, old.flatMap { element(identity, in: $0) }, positions[identity].flatMap { new?[$0] })
        }
        for (identity, old, new) in shown { show(identity, old, new, &telling) }
        self.positions = positions
    }

    private func show(
        _ identity: Whole.Element.ID, _ old: Whole.Element?, _ new: Whole.Element?, _ telling: inout Telling
    ) {
        guard let place = places[identity] else { return }
        let count = telling.count
        place.show(old, new, &telling)
        if telling.count > count, !place.isNeeded { places[identity] = nil }
    }
}

/// The positions of the elements that differ, or `nil` when elements have come, gone or moved.
@inlinable  // hot: goes over all elements; the caller's module knows their type
func changedPositions<Whole: RandomAccessCollection>(_ old: Whole, _ new: Whole) -> [Int]?
where Whole.Element: Identifiable & Equatable, Whole.Index == Int {
    guard old.startIndex == new.startIndex, old.endIndex == new.endIndex else { return nil }
    var changed: [Int] = []
    for (position, same) in zip(old.indices, new.indices) {
        guard position == same, old[position].id == new[position].id else { return nil }
        if old[position] != new[position] { changed.append(position) }
    }
    return changed
}

/// The comparison of a type, free of the isolation of the views that ask for it.
@inlinable  // hot: compares whole collections; the caller's module knows their type
func areEqual<Value: Equatable>() -> (Value, Value) -> Bool {
    { $0 == $1 }
}
