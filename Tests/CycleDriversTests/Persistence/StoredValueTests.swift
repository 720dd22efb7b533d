import Cycle
import CycleBase
import CycleTesting
import Foundation
import Testing
@testable import CycleDrivers

@Suite("StoredValue")
struct StoredValueTests {
    let files = SimulatedFiles()
    let total = StoredValue<Int>("total")

    private func reading(_ value: StoredValue<Int>) async -> [FileEvent] {
        await events(of: files.driver(), [value.read])
    }

    private func loaded(_ value: StoredValue<Int>, _ events: [FileEvent]) -> Int? {
        for event in events {
            if case .loaded(let number) = value.event(from: event) { return number }
        }
        return nil
    }

    @Test("comes back as it was written, in a form that stays readable")
    func roundTrip() async {
        #expect(loaded(total, await reading(total)) == nil)
        #expect(await events(of: files.driver(), [total.write(-12)]) == [.saved(path: "total")])
        #expect(files[text: "total"] == "cycle-value 0 3 3d9184e7c884af52\n-12")
        #expect(loaded(total, await reading(total)) == -12)
        #expect(total.event(from: .saved(path: "other")) == nil)
    }

    @Test("the checksum is the published one")
    func checksum() {
        // The check value of CRC-64/XZ, which version 0 starts from.
        let envelope = Envelope(version: 0, payload: Array("123456789".utf8))
        #expect(String(decoding: envelope.bytes, as: UTF8.self) == "cycle-value 0 9 995dc9bbdf1939fa\n123456789")
    }

    @Test("a file with any bit changed, or cut anywhere, is set aside as it is, and the generation before is loaded")
    func corrupt() async {
        let good = Envelope(version: 0, payload: Array("42".utf8)).bytes
        let flipped = good.indices.flatMap { index in
            (0..<8).map { bit in
                var bytes = good
                bytes[index] ^= 1 << bit
                return bytes
            }
        }
        let cut = good.indices.map { Array(good[..<$0]) }
        for bytes in flipped + cut + [good + [0], good + good] {
            let files = SimulatedFiles()
            files["total.previous"] = Envelope(version: 0, payload: Array("41".utf8)).bytes
            files["total"] = bytes
            let events = await events(of: files.driver(), [total.read, .read("after")], [total.write(43)])
            // A changed version is a newer one only if the checksum says so, which it does not.
            #expect(events.first == .failed(path: "total", .corrupt(setAside: "total.corrupt-1")))
            #expect(loaded(total, events) == 41)
            #expect(files["total.corrupt-1"] == bytes)
        }
    }

    @Test("a value of a newer version is set aside, and keeps its name free for no other")
    func tooNew() async {
        files["total.newer-1"] = [1]
        let newer = Envelope(version: 7, payload: [1, 2, 3]).bytes
        files["total"] = newer
        #expect(
            await events(of: files.driver(), [total.read, .read("after")]).contains(
                .failed(path: "total", .tooNew(version: 7, setAside: "total.newer-2"))))
        #expect(files["total.newer-1"] == [1])
        #expect(files["total.newer-2"] == newer)
    }

    @Test("older versions are migrated step by step; without a way they are set aside")
    func migrations() async {
        let third = StoredValue<Int>(
            "total", version: 3, encode: { [UInt8(truncatingIfNeeded: $0)] }, decode: { $0.first.map { Int($0) } },
            migrations: [1: { $0.map { $0 * 2 } }, 2: { $0.map { $0 + 1 } }])
        for (version, expected) in [(3, 10), (2, 11), (1, 21)] {
            files["total"] = Envelope(version: version, payload: [10]).bytes
            #expect(loaded(third, await reading(third)) == expected)
        }
        files["total"] = Envelope(version: 0, payload: [10]).bytes
        #expect(await reading(third).first == .failed(path: "total", .corrupt(setAside: "total.corrupt-1")))
    }

    @Test("a value that cannot be decoded is set aside")
    func undecodable() async {
        files["total"] = Envelope(version: 0, payload: Array("twelve".utf8)).bytes
        #expect(await reading(total).first == .failed(path: "total", .corrupt(setAside: "total.corrupt-1")))
    }

    @Test("a write that comes before any read overwrites nothing that is not good")
    func writesFirst() async {
        files[text: "total"] = "my notes"
        let events = await events(of: files.driver(), [total.write(1), .read("after")])
        #expect(events.contains(.failed(path: "total", .corrupt(setAside: "total.corrupt-1"))))
        #expect(files[text: "total.corrupt-1"] == "my notes")
    }

    @Test("the generation before is kept, loaded when the newest is gone, and deleted with it")
    func previous() async {
        _ = await events(of: files.driver(), [total.write(1)], [total.write(2)], [total.write(3)])
        #expect(files.paths == ["total", "total.previous"])
        files["total"] = nil
        #expect(loaded(total, await reading(total)) == 2)
        #expect(await events(of: files.driver(), [total.delete()]) == [.deleted(path: "total")])
        #expect(files.paths == [])
    }

    @Test("a name as long as the system allows is saved, kept, set aside and deleted, repeatedly", arguments: 240...255)
    func longName(_ byteCount: Int) async {
        let name = String(repeating: "é", count: byteCount / 2) + (byteCount % 2 == 0 ? "" : "x")
        let long = StoredValue<Int>(PersistenceDriver.Path("folder/" + name))
        let told = await events(of: files.driver(), [long.write(1)], [long.write(2)], [long.write(3)])
        #expect(told == Array(repeating: .saved(path: long.path), count: 3))
        #expect(files.paths.count == 2)
        #expect(files.paths.allSatisfy { $0.text != nil && $0.bytes.count <= 7 + 255 })
        files[long.path] = nil
        #expect(loaded(long, await reading(long)) == 2)
        for _ in 0..<2 {
            files[text: long.path] = "no value"
            guard case .failed(_, .corrupt) = await reading(long).first else {
                Issue.record("\(byteCount) bytes: not set aside")
                continue
            }
        }
        _ = await events(of: files.driver(), [long.write(4)], [long.delete()])
        #expect(files.paths.count == 2)
    }

    @Test("a disk without hard links keeps the generation before, and sets aside, as others do")
    func withoutLinks() async throws {
        for number in 0..<60 {
            let disk = MemoryFiles(seed: 0)
            disk.hasLinks = false
            let files = FaultyFiles(disk) { $0 == number ? .kill : nil }
            let values = (1...3).map { Envelope(version: 0, payload: [UInt8]("\($0)".utf8)).bytes }
            for value in values.dropLast() {
                try FileStore(disk, FileOptions(root: "/")).write(value, to: "total", keepsPrevious: true)
            }
            let store = FileStore(files, FileOptions(root: "/"))
            do {
                try store.write(values[2], to: "total", keepsPrevious: true)
                #expect(try store.setAside("total", as: "corrupt") == "total.corrupt-1")
                try FileStore(disk, FileOptions(root: "/")).write(values[2], to: "total", keepsPrevious: true)
                #expect(try store.setAside("total", as: "corrupt") == "total.corrupt-2")
                #expect(disk.content(at: "total.corrupt-1") == values[2])
            } catch {
                let contents = ["total", "total.corrupt-1"].compactMap { disk.content(at: $0) }
                #expect(contents.contains(values[1]) || contents.contains(values[2]), "call \(number)")
            }
            let previous = disk.content(at: "total.previous")
            #expect(previous == values[0] || previous == values[1], "call \(number)")
        }
    }

    @Test("a file that was set aside has its new name also after a power cut", arguments: [true, false])
    func setAside(hasLinks: Bool) throws {
        for seed in 0..<20 as Range<UInt64> {
            let disk = MemoryFiles(seed: seed)
            disk.hasLinks = hasLinks
            let store = FileStore(disk, FileOptions(root: "/"))
            try store.write([1], to: "total", keepsPrevious: false)
            #expect(try store.setAside("total", as: "corrupt") == "total.corrupt-1")
            disk.cutPower()
            #expect(disk.content(at: "total.corrupt-1") == [1] && disk.content(at: "total") == nil, "seed \(seed)")
        }
    }

    @Test("a value that somebody removes meanwhile is saved, and read, as one that was not there")
    func removed() async throws {
        let values = (1...2).map { Envelope(version: 0, payload: [UInt8]("\($0)".utf8)).bytes }
        for number in 1..<40 {
            let disk = MemoryFiles(seed: 0)
            disk.put(values[0], at: "total")
            let files = FaultyFiles(disk) { call in
                if call == number { disk.put(nil, at: "total") }
                return nil
            }
            try FileStore(files, FileOptions(root: "/")).write(values[1], to: "total", keepsPrevious: true)
            #expect(disk.content(at: "total") == values[1] || number > 8, "call \(number)")
            let simulated = SimulatedFiles()
            simulated[text: "total"] = "no value"
            simulated.plannedFault = { call in
                if call == number { simulated["total"] = nil }
                return nil
            }
            let told = await events(of: simulated.driver(), [total.read])
            #expect(!told.contains(.failed(path: "total", .missingFolder)), "call \(number): \(told)")
        }
    }

    struct Settings: Codable, Equatable, Sendable {
        var name: String
        var volume: Double
    }

    static let settings = StoredValue<Settings>.json(
        "settings.json", encode: JSONEncoder().encode, decode: JSONDecoder().decode)

    @Test("a value in JSON is a file that is JSON and nothing else, and may be edited")
    func json() async {
        let settings = StoredValueTests.settings
        _ = await events(of: files.driver(), [settings.write(Settings(name: "a", volume: 1))])
        #expect(files[text: "settings.json"]?.first == "{" && files[text: "settings.json"]?.last == "}")
        files[text: "settings.json"] = #"  {"volume": 0.5, "name": "edited"}  "#
        let told = await events(of: files.driver(), [settings.read])
        guard case .loaded(Settings(name: "edited", volume: 0.5)) = told.first.flatMap(settings.event(from:)) else {
            Issue.record("\(told)")
            return
        }
    }

    @Test("JSON that was cut short is set aside, and the value before is loaded")
    func cutJSON() async {
        let settings = StoredValueTests.settings
        _ = await events(
            of: files.driver(), [settings.write(Settings(name: "a", volume: 1))],
            [settings.write(Settings(name: "b", volume: 1))])
        files[text: "settings.json"]?.removeLast()
        let told = await events(of: files.driver(), [settings.read, .read("after")])
        #expect(told.first == .failed(path: "settings.json", .corrupt(setAside: "settings.json.corrupt-1")))
        #expect(told.contains { $0.text?.contains(#""a""#) ?? false })
    }

    @Test("a value that JSON cannot hold is a failure, and what is there stays")
    func notEncodable() async {
        let settings = StoredValueTests.settings
        files[text: "settings.json"] = #"{"volume": 0.5, "name": "old"}"#
        let told = await events(of: files.driver(), [settings.write(Settings(name: "a", volume: .nan))])
        #expect(told == [.failed(path: "settings.json", .notEncodable)])
        #expect(files[text: "settings.json"] == #"{"volume": 0.5, "name": "old"}"#)
    }

    @Test("a failing call, a kill and a power cut leave the old or the new value, and a good generation before")
    func faults() throws {
        let generations = (1...3).map { Envelope(version: 0, payload: [UInt8]("\($0)".utf8)).bytes }
        for seed in 0..<50 {
            for number in 1..<40 {
                let disk = MemoryFiles(seed: UInt64(seed))
                disk.put(generations[0], at: "total.previous")
                disk.put(generations[1], at: "total")
                let files = FaultyFiles(disk) { $0 == number ? (seed == 0 ? .error(EIO) : .kill) : nil }
                var failure: PersistenceDriver.Failure?
                do {
                    try FileStore(files, FileOptions(root: "/")).write(generations[2], to: "total", keepsPrevious: true)
                } catch {
                    failure = error
                }
                if seed == 1 { disk.closeAll() } else if seed > 1 { disk.cutPower() }
                let (content, previous) = (disk.content(at: "total"), disk.content(at: "total.previous"))
                #expect(content == generations[1] || content == generations[2], "seed \(seed), call \(number)")
                #expect(previous == generations[0] || previous == generations[1], "seed \(seed), call \(number)")
                if failure == nil { #expect(content == generations[2], "seed \(seed), call \(number)") }
                if seed == 0 { #expect(disk.openCount == 0) }
                // The left file is swept, and does not stand in the way.
                try FileStore(disk, FileOptions(root: "/")).write(generations[0], to: "total", keepsPrevious: true)
                #expect(disk.paths == ["total", "total.previous"], "seed \(seed), call \(number)")
            }
        }
    }
}
