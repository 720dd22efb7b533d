/// The elements of a collection that views have read, by identity.
@MainActor
final class ElementPlaces<Whole: RandomAccessCollection>: PartOfPlace
where Whole.Element: Identifiable, Whole.Index == Int {
    private let isEqual: (Whole.Element, Whole.Element) -> Bool
    private var places: [Whole.Element.ID: Place<Whole.Element>] = [:]
    /// Where each identity stands: a hint that is checked at each use, made anew when it misleads.
    private var positions: [Whole.Element.ID: Int] = [:]
    /// Whether an identity that has no position is not in the latest collection.
    private var isComplete = false

    init(isEqual: @escaping (Whole.Element, Whole.Element) -> Bool) {
        self.isEqual = isEqual
    }

    func place(of identity: Whole.Element.ID) -> Place<Whole.Element> {
        if let place = places[identity] { return place }
        let place = Place(isEqual: isEqual)
        places[identity] = place
        return place
    }

    /// - Complexity: O(1) while the elements stay where they were; O(n) once for each collection whose elements have moved.
    func element(_ identity: Whole.Element.ID, in whole: Whole) -> Whole.Element? {
        if let element = hinted(identity, in: whole) { return element }
        if isComplete { return nil }
        locateAll(in: whole)
        return hinted(identity, in: whole)
    }

    private func hinted(_ identity: Whole.Element.ID, in whole: Whole) -> Whole.Element? {
        guard let position = positions[identity], whole.indices.contains(position) else { return nil }
        let element = whole[position]
        return element.id == identity ? element : nil
    }

    /// Of two elements with one identity the first counts, as in the lenses of the elements.
    private func locateAll(in whole: Whole) {
        positions.removeAll(keepingCapacity: true)
        for position in whole.indices.reversed() { positions[whole[position].id] = position }
        isComplete = true
    }

    var isNeeded: Bool { !places.isEmpty }

    func show(_ old: Whole?, _ new: Whole?, _ telling: inout Telling) {
        let before = places.map { identity, place in
            (identity, place, old.flatMap { element(identity, in: $0) })
        }
        isComplete = false
        for (identity, place, old) in before {
            let count = telling.count
            place.show(old, new.flatMap { element(identity, in: $0) }, &telling)
            if telling.count > count, !place.isNeeded { places[identity] = nil }
        }
    }
}
