import Foundation
import TestSupport
import Testing

@Suite("Two processes", .waiting)
struct TwoProcessesTests {
    private static func output(
        _ arguments: [String] = [], in environment: [String: String] = [:]
    ) throws -> String {
        let process = Process()
        process.executableURL = builtProgram("Timelines")
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
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

        @Test("CYCLE_FAILURES keeps each failure as a recording")
        func kept() throws {
            let folder = try Folder()
            _ = try Self.output(["fail"], in: ["CYCLE_FAILURES": folder.path])
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(names.count == 1 && names[0].hasPrefix("theNewestAnswerIsShown-"), "\(names)")
            let text = try String(contentsOfFile: folder.file(names[0]), encoding: .utf8)
            #expect(text.contains(#""lens":"network","event":"GET host/?q=a → 200 ra""#), "\(text)")
        }
    #endif
}
