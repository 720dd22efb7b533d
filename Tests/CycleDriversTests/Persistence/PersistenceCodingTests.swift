import CycleDrivers
import CycleTesting
import Foundation
import TestSupport
import Testing

@Suite("PersistenceDriver: models and events in JSON")
struct PersistenceCodingTests {
    typealias Request = PersistenceDriver.Request
    typealias Path = PersistenceDriver.Path

    @Test("have the form that is promised")
    func form() throws {
        #expect(
            try json(PersistenceDriver.Model.files(.write("total", "12"), .read("a/\u{e9}", repetition: 3)))
                == #"{"flush":0,"requests":[{"action":{"write":{"bytes":"12"}},"path":"total","repetition":0},"#
                + #"{"action":{"read":{}},"path":"a/é","repetition":3}]}"#)
        #expect(try json(StoredValue<Int>("v", version: 2).read).contains(#""seal":{"envelope":{"version":2}}"#))
        let events: [PersistenceDriver.Event] = [
            .loaded(path: "a", bytes: [49]), .loaded(path: "a", bytes: nil), .saved(path: "a"),
            .folderChanged(path: "", .init(created: [Path(bytes: [0xff])])), .failed(path: "a", .system(5)),
            .listed(path: "", entries: [.init("a", byteCount: 3)]), .listed(path: "b", entries: nil),
            .failed(path: "a", .corrupt(setAside: "b")),
            .loadedPart(path: "a", bytes: [49], from: 5, byteCount: 6),
        ]
        #expect(
            try events.map(json) == [
                #"{"loaded":{"bytes":"1","path":"a"}}"#, #"{"loaded":{"path":"a"}}"#, #"{"saved":{"path":"a"}}"#,
                #"{"folderChanged":{"change":{"changed":[],"created":[[255]],"deleted":[]},"path":""}}"#,
                #"{"failed":{"failure":{"system":{"code":5}},"path":"a"}}"#,
                #"{"listed":{"entries":[{"byteCount":3,"isFolder":false,"name":"a"}],"path":""}}"#,
                #"{"listed":{"path":"b"}}"#,
                #"{"failed":{"failure":{"corrupt":{"setAside":"b"}},"path":"a"}}"#,
                #"{"loadedPart":{"byteCount":6,"bytes":"1","from":5,"path":"a"}}"#,
            ])
    }

    @Test("are the same when they are read again, whatever they are", arguments: 0..<50 as Range<UInt64>)
    func random(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        try expectSameAgain(
            PersistenceDriver.Model(
                (0..<Int.random(in: 0..<6, using: &random)).map { _ in request(&random) },
                flush: Int.random(in: .min ... .max, using: &random)))
        for _ in 0..<20 { try expectSameAgain(event(&random)) }
    }

    private static let failures = Array(
        sequence(first: PersistenceDriver.Failure.invalidPath, next: failure(after:)))

    /// All failures in a row. A `switch`, so that the compiler names this place when there is a new one.
    private static func failure(after failure: PersistenceDriver.Failure) -> PersistenceDriver.Failure? {
        switch failure {
        case .invalidPath: .symbolicLink
        case .symbolicLink: .missingFolder
        case .missingFolder: .notAFile
        case .notAFile: .denied
        case .denied: .readOnly
        case .readOnly: .full
        case .full: .tooLarge
        case .tooLarge: .corrupt(setAside: "a.corrupt-1")
        case .corrupt: .tooNew(version: 3, setAside: "a.newer-1")
        case .tooNew: .invalidLine
        case .invalidLine: .notEncodable
        case .notEncodable: .inUse
        case .inUse: .unread
        case .unread: .notDurable
        case .notDurable: .exhausted(.watches)
        case .exhausted: .system(5)
        case .system: nil
        }
    }

    @Test("each failure is the same when it is read again, and has a reason of its own")
    func failures() throws {
        for failure in Self.failures { try expectSameAgain(failure) }
        #expect(Self.failures.count == 17)
        #expect(Set(Self.failures.map(\.reason)).count == Self.failures.count)
    }

    private func bytes(_ random: inout SplitMix) -> [UInt8] {
        (0..<Int.random(in: 0..<9, using: &random)).map { _ in .random(in: 0...255, using: &random) }
    }

    /// Of any encoding, and in both normal forms.
    private func path(_ random: inout SplitMix) -> Path {
        let texts: [Path] = ["", "a/b", "e\u{301}", "\u{e9}", "🐘\"\\\n"]
        return texts.randomElement(using: &random).flatMap { Bool.random(using: &random) ? $0 : nil }
            ?? Path(bytes: bytes(&random))
    }

    private func request(_ random: inout SplitMix) -> Request {
        let path = path(&random)
        let number = Int.random(in: -3...3, using: &random)
        return switch Int.random(in: 0..<11, using: &random) {
        case 0: .read(path, repetition: number)
        case 1: .delete(path, repetition: number)
        case 2: .watch(path, repetition: number)
        case 3: .watchFolder(path, repetition: number)
        case 6: .list(path, repetition: number)
        case 8: .watchTree(path, skipping: [self.path(&random), "*.o"], repetition: number)
        case 7: .read(path, from: number, upTo: 3 * number, repetition: number)
        case 4: StoredValue<Int>(path, version: 3).write(number)
        case 5: StoredValue<Int>.json(path, encode: JSONEncoder().encode, decode: JSONDecoder().decode).write(number)
        default: .write(path, bytes(&random), repetition: number)
        }
    }

    private func event(_ random: inout SplitMix) -> PersistenceDriver.Event {
        let path = path(&random)
        let failures =
            Self.failures + [
                .corrupt(setAside: path), .tooNew(version: 3, setAside: path),
                .system(Int32.random(in: 0...200, using: &random)),
            ]
        return switch Int.random(in: 0..<9, using: &random) {
        case 7:
            .loadedPart(
                path: path, bytes: Bool.random(using: &random) ? nil : bytes(&random),
                from: .random(in: .min ... .max, using: &random), byteCount: 3)
        case 0: .loaded(path: path, bytes: Bool.random(using: &random) ? nil : bytes(&random))
        case 1: .saved(path: path)
        case 2: .changed(path: path)
        case 3: .deleted(path: path)
        case 4: .folderChanged(path: path, .init(created: [path], changed: [self.path(&random)], deleted: []))
        case 5:
            .listed(
                path: path,
                entries: Bool.random(using: &random) ? nil : [.init(self.path(&random), isFolder: true, byteCount: 3)])
        default: .failed(path: path, failures.randomElement(using: &random) ?? .full)
        }
    }
}
