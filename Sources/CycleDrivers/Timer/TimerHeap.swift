/// The slots of a ``TimerTable`` by a deadline of theirs: the earliest first; of those with one deadline, the one that was
/// started first.
///
/// It holds numbers of slots, and slots know their place: four bytes a timer in each of the two.
///
/// - Complexity: O(log n) to put in, to move and to remove, wherever the slot stands.
struct TimerHeap: Hashable, Sendable {
    enum Key: Hashable, Sendable {
        /// When the timer is due.
        case due
        /// The last moment at which it may fire.
        case latest
    }

    typealias Slots = ContiguousArray<TimerTable.Slot>

    private let key: Key
    private(set) var items: ContiguousArray<Int32> = []

    init(by key: Key) {
        self.key = key
    }

    var first: Int32? { items.first }

    mutating func reserveCapacity(_ count: Int) {
        items.reserveCapacity(count)
    }

    /// Puts a slot in, or moves it to the place that its deadline asks for.
    mutating func set(_ item: Int32, in slots: inout Slots) {
        var position = Int(place(of: item, in: slots))
        if position < 0 {
            position = items.count
            items.append(item)
        }
        settle(item, at: position, in: &slots)
    }

    mutating func remove(_ item: Int32, in slots: inout Slots) {
        let gap = Int(place(of: item, in: slots))
        guard gap >= 0 else { return }
        setPlace(of: item, to: -1, in: &slots)
        let last = items.removeLast()
        if last != item { settle(last, at: gap, in: &slots) }
    }

    private mutating func settle(_ item: Int32, at position: Int, in slots: inout Slots) {
        var hole = position
        while hole > 0, precedes(item, items[(hole - 1) / 2], in: slots) {
            put(items[(hole - 1) / 2], at: hole, in: &slots)
            hole = (hole - 1) / 2
        }
        while let child = earlierChild(of: hole, in: slots), precedes(items[child], item, in: slots) {
            put(items[child], at: hole, in: &slots)
            hole = child
        }
        put(item, at: hole, in: &slots)
    }

    private func earlierChild(of position: Int, in slots: Slots) -> Int? {
        let left = 2 * position + 1
        guard left < items.count else { return nil }
        let right = left + 1
        return right < items.count && precedes(items[right], items[left], in: slots) ? right : left
    }

    private func precedes(_ one: Int32, _ other: Int32, in slots: Slots) -> Bool {
        let (deadline, otherDeadline) = (deadline(of: one, in: slots), deadline(of: other, in: slots))
        return deadline == otherDeadline
            ? slots[Int(one)].rank < slots[Int(other)].rank : deadline < otherDeadline
    }

    private func deadline(of item: Int32, in slots: Slots) -> Duration {
        switch key {
        case .due: slots[Int(item)].due
        case .latest: slots[Int(item)].latest
        }
    }

    private func place(of item: Int32, in slots: Slots) -> Int32 {
        switch key {
        case .due: slots[Int(item)].dueIndex
        case .latest: slots[Int(item)].latestIndex
        }
    }

    private func setPlace(of item: Int32, to index: Int32, in slots: inout Slots) {
        switch key {
        case .due: slots[Int(item)].dueIndex = index
        case .latest: slots[Int(item)].latestIndex = index
        }
    }

    private mutating func put(_ item: Int32, at position: Int, in slots: inout Slots) {
        items[position] = item
        setPlace(of: item, to: Int32(position), in: &slots)
    }
}
