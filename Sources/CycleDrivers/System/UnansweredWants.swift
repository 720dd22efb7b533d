/// Counts the wants in a row that left a model before anything of them arrived: a frame that wants another one with each event waits for
/// ever, and no failure shows it. A driver counts in `assert`, so that only a debug build does, and the process says it when it exits.
package struct UnansweredWants<ID: Hashable> {
    /// More than a person types before a pause that is long enough for an answer.
    package static var limit: Int { 100 }
    /// A key that is held down replaces a search thirty times a second, but not for so long.
    package static var leastTime: Duration { .seconds(10) }

    private let kind: String
    private var answered: Set<ID> = []
    private var count = 0
    private var start = Duration.zero
    private var isNoted = false

    /// - Parameter kind: Names the wants of the driver.
    package init(_ kind: String) {
        self.kind = kind
    }

    /// Something of a want has arrived.
    ///
    /// - Returns: True, for `assert`.
    package mutating func arrived(for id: ID) -> Bool {
        answered.insert(id)
        return true
    }

    /// A want has left the model.
    ///
    /// - Parameters:
    ///   - id: Its identity.
    ///   - name: Its name for the programmer.
    ///   - now: The loop's time.
    /// - Returns: True, for `assert`.
    package mutating func left(_ id: ID, named name: @autoclosure () -> String, at now: Duration) -> Bool {
        if answered.remove(id) != nil { count = 0 } else { count += 1 }
        if count <= 1 { start = now }
        guard count >= Self.limit, now - start >= Self.leastTime, !isNoted else { return true }
        isNoted = true
        ExitReport.note(
            """
            \(count) \(kind) in a row left the model before anything of them arrived, the last was \(name()). Keep one until it has ended, \
            or let the frame wait before it wants another
            """)
        return true
    }
}
