import Foundation
import TestSupport
import Testing

@testable import CycleMonitor

@Suite("The lines of a file")
struct LineFileTests {
    @Test("finds bytes that stand across two pieces of a file, from both sides")
    func acrossPieces() throws {
        let folder = try Folder()
        let path = try folder.file("pieces.txt")
        for place in [(4 << 20) - 5, (4 << 20) - 1, 4 << 20] {
            var bytes = Data(repeating: UInt8(ascii: "-"), count: (4 << 20) + 100)
            bytes.replaceSubrange(place..<place + 6, with: Data("needle".utf8))
            try bytes.write(to: URL(fileURLWithPath: path))
            let file = try LineFile(path: path, limits: RecordingLimits())
            for isBackward in [false, true] {
                #expect(file.offset(of: Array("needle".utf8), in: 0..<Int.max, isBackward: isBackward) == place)
            }
        }
    }
}
