/// Events in the order in which they were sent, each with a number, until their turns come.
struct KeptEvents<Event> {
    private var waiting: [(number: Int, event: Event, chain: EventChain?)] = []
    private var head = 0
    private var newest = 0

    var count: Int { waiting.count - head }

    var numbers: [Int] { waiting[head...].map(\.number) }

    /// - Returns: Its number.
    mutating func append(_ event: Event, _ chain: EventChain?) -> Int {
        newest += 1
        waiting.append((newest, event, chain))
        return newest
    }

    /// The oldest, if it is not younger than `number`.
    mutating func popFirst(upTo number: Int) -> (event: Event, chain: EventChain?)? {
        guard head < waiting.count, waiting[head].number <= number else { return nil }
        let (_, event, chain) = waiting[head]
        head += 1
        // Half of the array may be behind the head, so that taking one costs O(1).
        if head * 2 > waiting.count {
            waiting.removeFirst(head)
            head = 0
        }
        return (event, chain)
    }
}
