extension Sequence {
    /// Performs the actions of a random program, and writes after each which of the results so far are settled.
    package func perform(
        _ perform: (Element) -> Void, settled: () -> [Bool], _ write: (String) -> Void
    ) {
        for action in self {
            perform(action)
            write("settled \(settled().map { $0 ? "y" : "n" }.joined())")
        }
    }
}
