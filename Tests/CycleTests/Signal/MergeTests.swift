import Cycle
import CycleTesting
import Testing

@Suite("Signal.merge")
struct MergeTests {
    let time = VirtualTime()

    @Test("emits the values of all as they come, and ends with the last")
    func values() {
        let merged = Signal.merge(time.signal("-1---3|"), time.signal("---2-|"))
        #expect(time.timeline(of: merged, steps: 7) == "-1-2-3|")
    }

    @Test("at one moment, the order given counts")
    func order() {
        let merged = Signal.merge(time.signal("-1|"), time.signal("-2|"), time.signal("-3|"))
        #expect(time.timeline(of: merged, steps: 3) == "-(123)|")
    }

    @Test("of nothing it is empty")
    func empty() {
        #expect(time.timeline(of: Signal<Int>.merge([]), steps: 1) == "|")
        #expect(time.timeline(of: Signal<Int>.merge(.empty, .empty), steps: 1) == "|")
        #expect(time.timeline(of: Signal<Int>.merge(.empty, .never), steps: 2) == "--")
    }

    @Test("cancelled, it emits nothing more")
    func cancelling() {
        let values = time.signal("1-2|")
        #expect(time.timeline(of: values.merge(with: time.signal("-x-x")), steps: 4, cancelledAfter: 1) == "1x--")
    }

    @Test("a value sent from inside a value comes after it")
    func fromInside() {
        let (values, inlet) = Signal<Character>.pipe()
        let answering = values.handle { if $0 == "a" { inlet.send("b") } }
        inlet.send("a")
        #expect(time.timeline(of: answering.merge(with: .empty), steps: 1) == "(ab)")
    }
}
