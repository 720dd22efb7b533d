import Cycle
import CycleTesting
import Testing

@Suite("A big frame")
struct BigFrameTests {
    private struct Sheet {
        var cells = Array(0..<100_000)
        var revision = 0

        var address: Int {
            cells.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
        }
    }

    private struct Book {
        var sheet = Sheet()
        var title = ""
    }

    let time = VirtualTime()

    private func addresses(_ cycle: CycledLens<Dial, Sheet>, _ dial: Dial) -> Set<Int> {
        cycle.start(on: time)
        var seen: Set<Int> = []
        for index in 0..<100 {
            dial.send(index)
            cycle.drain()
            seen.insert(cycle.frame.address)
        }
        cycle.stop()
        return seen
    }

    private func lens(_ dial: Dial) -> (Signal<Sheet>) -> MutatingLens<Signal<Sheet>, Dial> {
        { frames in
            frames.lens(
                driver: dial, frameFilter: \.revision,
                eventFilter: { sheet, index in
                    sheet.cells[index] += 1
                    sheet.revision += 1
                })
        }
    }

    @Test("one event on a frame with 100,000 elements copies nothing")
    func copiesNothing() {
        let dial = Dial()
        #expect(addresses(CycledLens(startingWith: Sheet(), lens: lens(dial)), dial).count <= 2)
    }

    @Test("a frame compared by one part copies nothing either")
    func comparedByAPart() {
        let dial = Dial()
        #expect(addresses(CycledLens(startingWith: Sheet(), comparing: \.revision, lens: lens(dial)), dial).count <= 2)
    }

    @Test("an event of a feature embedded by key path copies nothing")
    func embeddedCopiesNothing() {
        let dial = Dial()
        let cycle = CycledLens(startingWith: Book()) { frames in frames.lens(\.sheet, lens(dial)) }
        cycle.start(on: time)
        dial.send(0)
        cycle.drain()
        let before = cycle.frame.sheet.address
        dial.send(1)
        cycle.drain()
        #expect(cycle.frame.sheet.address == before)
        #expect(cycle.frame.sheet.revision == 2)
        cycle.stop()
    }
}
