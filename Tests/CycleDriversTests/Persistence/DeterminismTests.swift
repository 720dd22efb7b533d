import Cycle
import CycleDrivers
import CycleBase
import CycleTesting
import TestSupport
import Testing

@Suite("SimulatedFiles")
struct DeterminismTests {
    /// `CYCLE_SEEDS=1000` for all; without optimisation that takes a minute.
    private let seedCount = TestSupport.seedCount(24)

    /// One run to 200 events on a bad disk, of wants that change one at a time, beside another program that writes: what
    /// was reported, and what is left.
    private func run(seed: UInt64) -> (events: [FileEvent], files: [String]) {
        let files = SimulatedFiles(seed: seed, capacity: 400, latency: .zero ... .milliseconds(20))
        files.faults = .init(full: 0.01, failing: 0.01, disturbed: 0.05)
        let time = VirtualTime()
        var random = SplitMix(seed: seed)
        // Not `Equatable`: comparing all that has happened at every event would take the most time.
        struct Frame {
            var files: [PersistenceDriver.Request] = []
            var events: [FileEvent] = []
        }
        let (wants, inlet) = Signal<[PersistenceDriver.Request]>.pipe()
        let cycle = CycledLens(startingWith: Frame()) { frames in
            MutatingLens.zip(
                frames.lens(
                    driver: files.driver(delayingWrites: .milliseconds(5)),
                    frameFilter: { PersistenceDriver.Model($0.files) },
                    eventFilter: { $0.events.append($1) }),
                frames.lens(
                    get: { _ in wants },
                    set: { (wants: Signal<[PersistenceDriver.Request]>, frames: Signal<Frame>) in
                        wants.withLatest(from: frames).map { Frame(files: $0, events: $1.events) }
                    }))
        }
        cycle.start(on: time)
        time.join(cycle) { while cycle.step() {} }
        var wanted: [PersistenceDriver.Request] = []
        var attempt = 0
        while cycle.frame.events.count < 200 {
            attempt += 1
            if wanted.count > 4 { wanted.remove(at: Int.random(in: 0..<wanted.count, using: &random)) }
            wanted.append(want(attempt, &random))
            inlet.send(wanted)
            if Int.random(in: 0..<8, using: &random) == 0 { files[text: "a"] = "a \(attempt)" }
            time.advance(by: .milliseconds(Int.random(in: 0...30, using: &random)))
        }
        time.leave(cycle)
        cycle.stop()
        return (cycle.frame.events, files.paths.map { "\($0): \(files[text: $0] ?? "")" })
    }

    private func want(_ attempt: Int, _ random: inout SplitMix) -> PersistenceDriver.Request {
        let paths: [PersistenceDriver.Path] = ["a", "b", "x/a", "x/y/b"]
        let path = paths[Int.random(in: 0..<4, using: &random)]
        return switch Int.random(in: 0..<13, using: &random) {
        case 0..<2: .read(path, repetition: attempt)
        case 2: .delete(path, repetition: attempt)
        case 3: .watch(path)
        case 4: .watchFolder(["", "x"].randomElement(using: &random) ?? "")
        case 7: .watchTree(["", "x"].randomElement(using: &random) ?? "", skipping: ["b"])
        case 6: .read(path, from: attempt % 4, upTo: attempt % 7, repetition: attempt)
        case 5: .list(["", "x", "y"].randomElement(using: &random) ?? "", repetition: attempt)
        default: .write(path, "\(path) \(attempt)", repetition: attempt)
        }
    }

    private func kind(_ event: FileEvent) -> String {
        switch event {
        case .loaded: "loaded"
        case .loadedPart: "part loaded"
        case .listed: "listed"
        case .saved: "saved"
        case .appended: "appended"
        case .tailCut: "tail cut"
        case .changed: "changed"
        case .folderChanged: "folder changed"
        case .deleted: "deleted"
        case .failed: "failed"
        }
    }

    @Test("the same seed leads to the same events and files, and every file to one that was written whole")
    func determinism() {
        var kinds: Set<String> = []
        var eventCount = 0
        for seed in UInt64(0)..<seedCount {
            let (events, files) = run(seed: seed)
            let again = run(seed: seed)
            #expect(events == again.events && files == again.files, "seed \(seed)")
            for file in files where !file.hasPrefix(".cycle-") && !file.contains("/.cycle-") {
                let parts = file.split(separator: " ")
                #expect(parts.count == 3 && parts[0] == parts[1] + ":", "seed \(seed): \(file)")
            }
            kinds.formUnion(events.map(kind))
            eventCount += events.count
        }
        #expect(
            kinds == [
                "loaded", "part loaded", "listed", "saved", "changed", "folder changed", "deleted", "failed",
            ])
        print("files: \(seedCount) seeds, \(eventCount) events")
    }

    @Test("after a power cut in the middle of a run, drivers find the old or the new content")
    func powerCut() async {
        var contents: Set<String?> = []
        for seed in UInt64(0)..<max(1, seedCount / 5) {
            for count in 1..<30 {
                let files = SimulatedFiles(seed: seed)
                files[text: "total"] = "old"
                files.cutPower(afterCalls: count)
                _ = await events(of: files.driver(), [.write("total", "new")])
                // At the latest now.
                files.cutPower()
                let after = await events(of: files.driver(), [.read("total")])
                #expect(after.first?.text == "old" || after.first?.text == "new", "seed \(seed), call \(count)")
                contents.insert(after.first?.text)
            }
        }
        #expect(contents == ["old", "new"])
    }
}
