import TestSupport
import Testing

@testable import cycle_monitor

@Suite("cycle-monitor merge", .waiting)
struct MergeTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func output(_ arguments: String...) -> String {
        var output = ""
        _ = Program(output: { output += $0 }, complaint: { _ in }).run(arguments)
        return output
    }

    /// A recording of a program that starts at a time of day, and of a key two seconds later.
    private func recording(_ path: String, at start: Int, _ total: Int) throws -> String {
        func line(_ number: Int, _ lens: String, _ event: String) -> String {
            """
            {"seq":\(number),"time":\(2 * number),"wallTime":\(start + 2 * number),"lens":"\(lens)",\
            "event":"\(event)","effect":{"total":\(total + number)}}
            """
        }
        let lines = [ChangedFramesTests.header, line(0, "start", "start"), line(1, "Keys", "key(+)")]
        return try folder.file(path, lines.joined(separator: "\n") + "\n")
    }

    @Test("moments of several programs say whose they are, at the times of one clock")
    func programs() throws {
        let (ann, bob) = (try recording("ann.jsonl", at: 100, 1), try recording("bob.jsonl", at: 101, 5))
        let both = try folder.file("both.jsonl", output("merge", ann, bob))
        #expect(
            output("list", both) == """
                     0       0.000 s  start: ann -> total: 1
                     1       1.000 s  start: bob -> total: 5
                     2       2.000 s  ann Keys: key(+) -> total: 2
                     3       3.000 s  bob Keys: key(+) -> total: 6

                """)
    }

    @Test("recordings of one name are told apart by their folders")
    func folders() throws {
        let (one, two) = (try recording("1.jsonl", at: 100, 1), try recording("2.jsonl", at: 101, 5))
        let (first, second) = ("\(folder.path)/./1.jsonl", "\(folder.path)//1.jsonl")
        #expect(output("merge", first, second).contains("\(folder.path)/./1 Keys"))
        #expect(output("merge", one, two).contains(#""lens":"2 Keys""#))
    }
}
