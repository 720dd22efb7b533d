/// The items that the handles of a heap stand for: their order, and the place that each one notes of itself.
@usableFromInline package protocol HeapItems<Handle> {
    /// A reference, or the number of a slot.
    associatedtype Handle
    /// Tells the heaps apart in which the same items stand.
    associatedtype Order

    func precedes(_ one: Handle, _ other: Handle, by order: Order) -> Bool
    /// Below zero where it is not in the heap.
    func place(of handle: Handle, by order: Order) -> Int
    mutating func setPlace(of handle: Handle, to place: Int, by order: Order)
}

/// The first of many items comes first. Each item knows its place, so that it is moved and removed wherever it stands.
///
/// The heap holds handles only; each call is given the items.
///
/// - Complexity: O(log n) to put in, to move and to remove.
@usableFromInline package struct PlacedHeap<Items: HeapItems> {
    @usableFromInline package typealias Handle = Items.Handle

    @usableFromInline package internal(set) var handles: ContiguousArray<Handle> = []
    @usableFromInline package let order: Items.Order

    package init(by order: Items.Order) {
        self.order = order
    }

    @inlinable  // hot: asked in each turn
    package var first: Handle? { handles.first }
    package var count: Int { handles.count }

    package mutating func reserveCapacity(_ count: Int) {
        handles.reserveCapacity(count)
    }

    /// Puts an item in, or moves it to the place where it belongs by now.
    @inlinable  // hot: a turn may arm thousands of timers; specialised by the module that has the items
    package mutating func set(_ handle: Handle, in items: inout Items) {
        var place = items.place(of: handle, by: order)
        if place < 0 {
            place = handles.count
            handles.append(handle)
        }
        settle(handle, at: place, in: &items)
    }

    /// Takes an item out; one that is not in the heap is left alone.
    @inlinable  // hot: as above
    package mutating func remove(_ handle: Handle, in items: inout Items) {
        let gap = items.place(of: handle, by: order)
        guard gap >= 0 else { return }
        items.setPlace(of: handle, to: -1, by: order)
        let last = handles.removeLast()
        if gap < handles.count { settle(last, at: gap, in: &items) }
    }

    @inlinable  // hot: as above
    mutating func settle(_ handle: Handle, at place: Int, in items: inout Items) {
        var hole = place
        while hole > 0, items.precedes(handle, handles[(hole - 1) / 2], by: order) {
            put(handles[(hole - 1) / 2], at: hole, in: &items)
            hole = (hole - 1) / 2
        }
        while let child = earlierChild(of: hole, in: items), items.precedes(handles[child], handle, by: order) {
            put(handles[child], at: hole, in: &items)
            hole = child
        }
        put(handle, at: hole, in: &items)
    }

    @inlinable  // hot: as above
    func earlierChild(of place: Int, in items: Items) -> Int? {
        let left = 2 * place + 1
        guard left < handles.count else { return nil }
        let right = left + 1
        return right < handles.count && items.precedes(handles[right], handles[left], by: order) ? right : left
    }

    @inlinable  // hot: as above
    mutating func put(_ handle: Handle, at place: Int, in items: inout Items) {
        handles[place] = handle
        items.setPlace(of: handle, to: place, by: order)
    }
}

extension PlacedHeap: Equatable where Items.Handle: Equatable, Items.Order: Equatable {}
extension PlacedHeap: Hashable where Items.Handle: Hashable, Items.Order: Hashable {}
extension PlacedHeap: Sendable where Items.Handle: Sendable, Items.Order: Sendable {}
