import Cycle
import CycleTesting
import Testing

@Suite("Signal.handle")
struct HandleTests {
    let time = VirtualTime()

    @Test("calls the action with each value before it goes on")
    func values() {
        let seen = Logbook<String>()
        let values = time.signal("ab|").handle { seen.append("handled \($0)") }.map { value in
            seen.append("passed \(value)")
            return value
        }
        #expect(time.timeline(of: values, steps: 3) == "ab|")
        #expect(seen.entries == ["handled a", "passed a", "handled b", "passed b"])
    }

    @Test("cancelled, it emits nothing more")
    func cancelling() {
        let values = time.signal("1-2|")
        #expect(time.timeline(of: values.handle { _ in }, steps: 4, cancelledAfter: 1) == "1---")
    }

    @Test("a value sent from inside a value comes after it")
    func fromInside() {
        let (values, inlet) = Signal<Character>.pipe()
        let answering = values.handle { if $0 == "a" { inlet.send("b") } }
        inlet.send("a")
        #expect(time.timeline(of: answering.handle { _ in }, steps: 1) == "(ab)")
    }
}
