import Foundation
import Testing

@testable import CycleHTTP
@testable import CycleNetwork

@Suite("Upload")
struct UploadTests {
    private func readAll(_ body: HTTP.Body, pieceSize: Int = 7) throws(HTTP.Failure) -> [UInt8] {
        guard let upload = try Upload(body) else { return [] }
        return try readAll(upload, pieceSize)
    }

    private func readAll(_ upload: Upload, _ pieceSize: Int) throws(HTTP.Failure) -> [UInt8] {
        var all: [UInt8] = []
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 1)
        defer { piece.deallocate() }
        while case let count = try upload.read(into: piece), count > 0 { all += piece[..<count] }
        return all
    }

    /// Ten bytes, three at a time.
    private func stream(announcing byteCount: Int?) -> HTTP.Body {
        .stream(
            HTTP.BodyStream("a", byteCount: byteCount) { offset in
                offset < 10 ? [UInt8](repeating: 1, count: min(3, 10 - offset)) : nil
            })
    }

    @Test("gives the bytes in pieces, and again from the start")
    func pieces() throws {
        let bytes = (0..<20).map { UInt8($0) }
        let upload = try #require(try Upload(.bytes(bytes)))
        #expect(try readAll(upload, 7) == bytes)
        #expect(upload.sentCount == 20)
        #expect(upload.rewind())
        #expect(try readAll(upload, 3) == bytes)
    }

    @Test("a stream is as long as it was said to be, or fails", arguments: [nil, 9, 10, 11])
    func length(_ announced: Int?) throws {
        if announced == 10 || announced == nil {
            #expect(try readAll(stream(announcing: announced)).count == 10)
        } else {
            #expect(throws: HTTP.Failure.malformed(.body)) { try readAll(stream(announcing: announced)) }
        }
    }

    @Test("a file that grows is cut, one that shrinks is a failure")
    func changingFile() async throws {
        try await inFolder { folder in
            let path = folder + "/a"
            try Data(repeating: 1, count: 10).write(to: URL(fileURLWithPath: path))
            let growing = try #require(try Upload(.file(path: path)))
            try Data(repeating: 1, count: 20).write(to: URL(fileURLWithPath: path))
            let read = try readAll(growing, 7)
            #expect(read.count == 10)
            let shrinking = try #require(try Upload(.file(path: path)))
            #expect(truncate(path, 5) == 0)
            #expect(throws: HTTP.Failure.unreadable(path: path)) { try readAll(shrinking, 7) }
        }
    }
}
