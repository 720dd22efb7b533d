import Testing

/// A test runs beside thousands of others, on any machine.
@Suite("Tests of the house")
struct TestRulesTests {
    let tree = Tree()

    /// A child that another test starts would hold it open.
    @Test("a pipe, a socket or a terminal of a test is closed in children")
    func descriptorsOfTests() throws {
        let opening = #/\b(?:pipe|pipe2|openpty|socketpair)\(&|\bsocket\(AF_|\baccept\([a-z]+, nil/#
        // An expression takes long to say that it is not there.
        let words = ["pipe(&", "pipe2(&", "openpty(&", "socketpair(&", "socket(AF_", "accept("]
        for file in try tree.swiftFiles("Tests")
        where file.text.hasAny(of: words) && !file.path.hasSuffix("EnvironmentTests.swift") {
            for (number, line) in file.lines.enumerated() where line.hasAny(of: words) && line.contains(opening) {
                let isClosed = file.lines[number...].prefix(8).contains { $0.hasAny(of: "closedInChildren", "CLOEXEC") }
                #expect(isClosed, "\(file.path): \(line)")
            }
        }
    }

    /// Most of a test's time it waits for the threads that all tests share: a limit is there for what hangs.
    @Test("a time limit of a test is an hour")
    func timeLimits() throws {
        for file in try tree.swiftFiles("Tests") {
            for line in file.lines where line.hasAny(of: ".timeLimit(.") {
                #expect(
                    line.contains(".timeLimit(.minutes(60))") || file.path.hasSuffix("TestRulesTests.swift"),
                    "\(file.path): \(line)")
            }
        }
    }
}
