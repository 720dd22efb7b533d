import CycleBase
import Foundation
import TestSupport
import Testing

@testable import CycleMonitor

@Suite("Recordings from anywhere")
struct RecordingFuzzTests {
    private let folder: Folder

    init() throws {
        folder = try Folder()
    }

    private func file(_ bytes: [UInt8]) throws -> String {
        let path = try folder.file("run.jsonl")
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test("a file is a recording or an error; a recording that is written again is the same, without a fault")
    func written() throws {
        var (readCount, refusedCount) = (0, 0)
        for seed in FuzzSeeds(800) {
            var chance = SeededChance(seed: seed)
            let recording: Recording
            do {
                recording = try Recording(path: file(RecordingSamples.mutator.bytes(&chance)))
                readCount += 1
            } catch is RecordingError {
                refusedCount += 1
                continue
            }
            let again = try Recording(path: file(Array(recording.jsonLines.utf8)))
            let gaps = again.faults.filter { !$0.reason.hasSuffix("should be") }
            #expect(gaps == [], "seed \(seed)")
            #expect(again.moments == recording.moments, "seed \(seed)")
            #expect(again.header.line == recording.header.line, "seed \(seed)")
            #expect(again.jsonLines == recording.jsonLines, "seed \(seed)")
        }
        #expect(readCount > 20 && refusedCount > 2)
    }

    /// `nil` for what is no recording.
    private func opened(_ path: String) -> (Recording, IndexedRecording)? {
        do { return (try Recording(path: path), try IndexedRecording(path: path)) } catch { return nil }
    }

    /// The moments that can be read, each by itself.
    private func moments(of indexed: IndexedRecording) -> [RecordedMoment] {
        (0..<indexed.count).compactMap { index in
            let moment = Result { () throws(Recording.Fault) in try indexed.moment(at: index) }
            guard case .success(let moment) = moment else { return nil }
            let summary = indexed.summary(at: index)
            return summary.number == moment.number && summary.lens == moment.lens ? moment : nil
        }
    }

    // Behind a line that is none, reading begins with the next whole frame; the numbers of its neighbours may show that no moment
    // is missing, so that the file has more.
    @Test("a recording that is looked at in its file has all moments that reading it has, in their order")
    func indexed() throws {
        for seed in FuzzSeeds(600) {
            var chance = SeededChance(seed: seed)
            guard let (whole, indexed) = opened(try file(RecordingSamples.mutator.bytes(&chance))) else { continue }
            var rest = whole.moments[...]
            for moment in moments(of: indexed) where moment == rest.first { rest.removeFirst() }
            #expect(rest.isEmpty, "seed \(seed)")
            #expect(indexed.header == whole.header, "seed \(seed)")
            let text = chance.one(of: ["total", "items", "items[0].title", "items[id: 1]", "a"])
            let touching = indexed.moments(touching: try #require(RecordedPath(text)), in: 0..<indexed.count)
            let isInside = touching.allSatisfy { (0..<indexed.count).contains($0) }
            #expect(touching == touching.sorted() && isInside, "seed \(seed)")
        }
    }

    @Test("reading from a moment on gives the end of what reading all gives")
    func suffix() throws {
        for seed in FuzzSeeds(400) {
            var chance = SeededChance(seed: seed)
            let path = try file(RecordingSamples.mutator.bytes(&chance))
            do {
                let whole = try Recording(path: path).moments
                var reader = try RecordingReader(path: path, from: chance.below(8))
                var moments: [RecordedMoment] = []
                while let moment = try reader.next() { moments.append(moment) }
                #expect(whole.suffix(moments.count) == moments[...], "seed \(seed)")
            } catch { continue }
        }
    }
}
