import CycleBase

/// The slots of a ``TimerTable`` in the orders of its heaps: the earliest deadline first; of slots with one deadline, the one whose
/// timer was started first.
///
/// Each heap holds numbers of slots, and slots know their place: four bytes a timer in each of the two.
struct TimerSlots: Hashable, Sendable, HeapItems {
    enum Order: Hashable, Sendable {
        /// By the time at which the timer is due.
        case due
        /// By the last moment at which it may fire.
        case latest
    }

    var all: ContiguousArray<TimerTable.Slot> = []

    package func precedes(_ one: Int32, _ other: Int32, by order: Order) -> Bool {
        let (deadline, otherDeadline) = (deadline(of: one, by: order), deadline(of: other, by: order))
        return deadline == otherDeadline ? all[Int(one)].rank < all[Int(other)].rank : deadline < otherDeadline
    }

    func deadline(of number: Int32, by order: Order) -> Duration {
        switch order {
        case .due: all[Int(number)].due
        case .latest: all[Int(number)].latest
        }
    }

    package func place(of number: Int32, by order: Order) -> Int {
        switch order {
        case .due: Int(all[Int(number)].dueIndex)
        case .latest: Int(all[Int(number)].latestIndex)
        }
    }

    package mutating func setPlace(of number: Int32, to place: Int, by order: Order) {
        switch order {
        case .due: all[Int(number)].dueIndex = Int32(place)
        case .latest: all[Int(number)].latestIndex = Int32(place)
        }
    }
}
