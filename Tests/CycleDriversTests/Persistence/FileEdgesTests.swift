import Cycle
import CycleDrivers
import CycleTesting
import TestSupport
import Testing

/// Numbers and durations that no program means, given to each public initialiser that takes one.
@Suite("PersistenceDriver, given strange numbers")
struct FileEdgesTests {
    private static let numbers = [.min, .min + 1, -1, 0, 1, 2, 1 << 20, .max - 1, .max]
    private static let durations: [Duration] = [
        .init(attoseconds: .min), .seconds(Int64.min), .seconds(-1), .zero, .nanoseconds(1), .seconds(1),
        .seconds(Int64.max),
        .init(attoseconds: .max),
    ]

    @Test("answers each request, and the disk has what was written when the run has ended")
    func random() async {
        for seed in Seeds(60) {
            var chance = SeededChance(seed: seed)
            let folder = TemporaryFolder()
            for name in ["old", "part"] { folder.write("0123456789", to: name) }
            let driver = PersistenceDriver(
                root: folder.path, delayingWrites: chance.one(of: Self.durations),
                atMost: chance.one(of: Self.durations),
                readLimit: chance.one(of: Self.numbers))
            let number = { (chance: inout SeededChance) in chance.one(of: Self.numbers) }
            let requests: [PersistenceDriver.Request] = [
                .read("old", repetition: number(&chance)),
                .read("none", from: number(&chance), upTo: number(&chance)),
                .read("part", from: number(&chance), upTo: number(&chance), repetition: number(&chance)),
                .list("", repetition: number(&chance)), .write("new", "1", repetition: number(&chance)),
                .append("log", ["a", "b"], from: number(&chance), repetition: number(&chance)),
                .delete("gone", repetition: number(&chance)),
            ]
            let cycle = CycledLens(startingWith: Set<String>()) { frames in
                frames.lens(
                    driver: driver,
                    frameFilter: { _ in PersistenceDriver.Model(requests, flush: chance.one(of: Self.numbers)) },
                    eventFilter: { frame, event in frame.insert("\(event)") })
            }
            // The write may wait for ever; it is made when the run ends.
            let told = await cycle.run(on: VirtualTime()) { told in
                ["list", "\"log\"", "\"gone\"", "\"old\"", "\"part\"", "\"none\""].allSatisfy { word in
                    told.contains { $0.contains(word) }
                }
            }
            #expect(folder.text(of: "new") == "1", "seed \(seed): \(told)")
            #expect(folder.text(of: "log") == "a\nb\n", "seed \(seed): \(told)")
        }
    }

    @Test("takes a version of a stored value up to the largest number")
    func versions() async {
        for version in [0, 1, .max - 1, .max] {
            let folder = TemporaryFolder()
            let value = StoredValue<String>("value", version: version)
            let events = await events(of: PersistenceDriver(root: folder.path), [value.write("text")], [value.read])
            #expect(events.count == 2, "\(version): \(events)")
        }
    }
}
