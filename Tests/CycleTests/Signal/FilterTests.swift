import Cycle
import CycleTesting
import Testing

@Suite("Signal.filter and Signal.compactMap")
struct FilterTests {
    /// Two ways to let digits through.
    enum Sieve: CaseIterable {
        case filter, compactMap

        func digits(_ values: Signal<Character>) -> Signal<Character> {
            switch self {
            case .filter: values.filter(\.isNumber)
            case .compactMap: values.compactMap { $0.isNumber ? $0 : nil }
            }
        }
    }

    let time = VirtualTime()

    @Test(
        "emits what passes", arguments: Sieve.allCases,
        [
            ("-1a2|", "-1-2|"),
            ("a|", "-|"),
            ("|", "|"),
        ])
    func values(_ sieve: Sieve, _ example: (source: String, expected: String)) {
        let digits = sieve.digits(time.signal(example.source))
        #expect(time.timeline(of: digits, steps: example.expected.timelineLength) == example.expected)
    }

    @Test("emits what the closure made")
    func made() {
        let values = time.signal("-1a2|").compactMap(\.wholeNumberValue)
        #expect(time.timeline(of: values, steps: 5) == "-1-2|")
    }

    @Test("cancelled, it emits nothing more", arguments: Sieve.allCases)
    func cancelling(_ sieve: Sieve) {
        let values = time.signal("1-2-|")
        #expect(time.timeline(of: sieve.digits(values), steps: 5, cancelledAfter: 1) == "1----")
    }

    @Test("a value sent from inside a value comes after it", arguments: Sieve.allCases)
    func fromInside(_ sieve: Sieve) {
        let (values, inlet) = Signal<Character>.pipe()
        let answering = values.handle { if $0 == "a" { inlet.send("1") } }
        inlet.send("a")
        #expect(time.timeline(of: sieve.digits(answering), steps: 1) == "1")
    }
}
