import Cycle
import CycleDrivers
import CycleTesting
import Testing

@Suite("PersistenceDriver: delayed writes")
struct DelayTests {
    struct Frame: Equatable {
        var total = 0
        var flush = 0
        var saved = 0
    }

    let time = VirtualTime()
    let files = SimulatedFiles()

    private func cycle(_ keys: String, atMost longest: Duration = .seconds(100)) -> CycledLens<some Any, Frame> {
        let keys = time.signal(keys)
        return CycledLens(startingWith: Frame()) { [files] frames in
            MutatingLens.zip(
                frames.lens(
                    driver: files.driver(delayingWrites: .seconds(3), atMost: longest),
                    frameFilter: { .init([.write("total", "\($0.total)")], flush: $0.flush) },
                    eventFilter: { frame, event in
                        if case .saved = event { frame.saved += 1 }
                    }),
                frames.lens(
                    get: { _ in keys },
                    set: { keys, frames in
                        keys.withLatest(from: frames).map { key, frame in
                            var next = frame
                            if key == "!" { next.flush += 1 } else { next.total += 1 }
                            return next
                        }
                    }))
        }
    }

    /// The content of the file after each step.
    private func contents(_ keys: String, atMost longest: Duration = .seconds(100)) -> String {
        let cycle = cycle(keys, atMost: longest)
        cycle.start(on: time)
        time.join(cycle) { while cycle.step() {} }
        var contents = ""
        for _ in keys {
            time.advance(by: .milliseconds(500))
            contents += files[text: "total"] ?? "-"
            time.advance(by: .milliseconds(500))
        }
        time.leave(cycle)
        cycle.stop()
        return contents
    }

    @Test("a write begins once it has been quiet for so long")
    func quiet() {
        #expect(contents("-+-+------+-----") == "------2222222333")
    }

    @Test("no write waits longer than the longest delay")
    func longest() {
        #expect(contents("-+-+-+-+-+-+-+---", atMost: .seconds(5)) == "-----222225555557")
    }

    @Test("a flush lets all begin at once")
    func flush() {
        #expect(contents("-+-!+-!---") == "---1112222")
    }

    @Test("a delayed write is written at the end of the run")
    func end() {
        #expect(contents("-+-+") == "----")
        #expect(files[text: "total"] == "2")
    }

    @Test("a write that fails at the end of the run is noted; one that an event told is not")
    func unheard() {
        #expect(contents("-+-+") == "----")
        #expect(files.unheardFailures == [:])
        files.faults.full = 1
        #expect(contents("-+-+----") == "22222222")
        #expect(files.unheardFailures == [:])
        #expect(contents("-+-+") == "2222")
        #expect(files.unheardFailures == ["total": .full])
    }

    /// A program whose frame is what it wants of the files.
    private func cycle(of wants: Signal<[PersistenceDriver.Request]>) -> CycledLens<
        some Any, [PersistenceDriver.Request]
    > {
        CycledLens(startingWith: []) { [files] frames in
            MutatingLens.zip(
                frames.lens(
                    driver: files.driver(delayingWrites: .seconds(3)), frameFilter: { PersistenceDriver.Model($0) }),
                frames.lens(get: { _ in wants }, set: { wants, _ in wants }))
        }
    }

    @Test("an append comes after a write that waits")
    func appended() {
        let (wants, inlet) = Signal<[PersistenceDriver.Request]>.pipe()
        let cycle = cycle(of: wants)
        files[text: "log"] = "old\n"
        cycle.start(on: time)
        for want in [PersistenceDriver.Request.write("log", ""), .append("log", ["new"], from: 0)] {
            inlet.send([want])
            cycle.drain()
        }
        time.advance(by: .seconds(4))
        #expect(files[text: "log"] == "new\n")
        cycle.stop()
    }

    @Test("a write that is not to wait any more leaves nothing armed")
    func taken() {
        for want in [PersistenceDriver.Request.delete("total", repetition: 1), .read("total")] {
            let (wants, inlet) = Signal<[PersistenceDriver.Request]>.pipe()
            let cycle = cycle(of: wants)
            cycle.start(on: time)
            inlet.send([.write("total", "1")])
            cycle.drain()
            #expect(time.armedCount == 1)
            inlet.send([want])
            cycle.drain()
            #expect(time.armedCount == 0)
            #expect(files[text: "total"] == (want.action == .read ? "1" : nil))
            cycle.stop()
        }
    }

    @Test("only the newest of the writes is done and reported, and nothing is armed afterwards")
    func reported() {
        let cycle = cycle("++++------")
        cycle.start(on: time)
        time.join(cycle) { while cycle.step() {} }
        time.advance(steps: 10)
        #expect(cycle.frame == Frame(total: 4, saved: 1))
        #expect(time.armedCount == 0)
        cycle.stop()
    }
}
