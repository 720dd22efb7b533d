import Cycle
import CycleTesting
import Testing

@Suite("Signal.withLatest")
struct WithLatestTests {
    let time = VirtualTime()

    @Test("pairs each value with the latest of the other")
    func values() {
        let pairs = time.signal("-a--b-|").withLatest(from: time.signal("--1--2")).map { "\($0)\($1)" }
        #expect(time.timeline(of: pairs, steps: 7) == "----(b1)-|")
    }

    @Test("two that fire together pair up to date, whichever is declared first")
    func together() {
        let source = time.signal("-1-2|").share()
        let pairs = source.withLatest(from: source).map { "\($0)\($1)" }
        #expect(time.timeline(of: pairs, steps: 5) == "-(11)-(22)|")
    }

    @Test("the end of the other changes nothing")
    func endOfOther() {
        let pairs = time.signal("--a|").withLatest(from: time.signal("1|")).map { "\($0)\($1)" }
        #expect(time.timeline(of: pairs, steps: 4) == "--(a1)|")
    }

    @Test("cancelled, it emits nothing more")
    func cancelling() {
        let values = time.signal("1-2|")
        #expect(
            time.timeline(of: values.withLatest(from: .just(0)).map { "\($0)\($1)" }, steps: 4, cancelledAfter: 1)
                == "(10)---")
    }

    @Test("a value sent from inside a value comes after it")
    func fromInside() {
        let (values, inlet) = Signal<Character>.pipe()
        let answering = values.handle { if $0 == "a" { inlet.send("b") } }
        inlet.send("a")
        #expect(time.timeline(of: answering.withLatest(from: .just(0)).map(\.0), steps: 1) == "(ab)")
    }
}
