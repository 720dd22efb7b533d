import Foundation
import Testing

@Suite("Two processes")
struct TwoProcessesTests {
    /// Where the test program is, and beside it the fixtures.
    private static func output() throws -> String {
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let process = Process()
        process.executableURL = tests.deletingLastPathComponent().appendingPathComponent("Timelines")
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }

    #if os(Linux)
        @Test("find the same timeline, and with the same seed the same, whatever their hashes are")
        func same() throws {
            let first = try Self.output()
            #expect(first.contains("shortest timeline: ") && first.contains("found with seed "), "\(first)")
            #expect(try Self.output() == first)
        }
    #endif
}
