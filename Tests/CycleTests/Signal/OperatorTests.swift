import Cycle
import CycleTesting
import Testing

@Suite("Signal operators")
struct OperatorTests {
    let time = VirtualTime()

    @Test("scan emits a new state for every value, and ends with its source")
    func scan() {
        let keys = time.signal("-+-+-|")
        #expect(time.timeline(of: keys.scan(0) { count, _ in count + 1 }, steps: 6) == "-1-2-|")
    }

    @Test(
        "flatMap strategies",
        arguments: [
            (FlattenStrategy.merge, "-1-(21)-(32)-3|-----"), (.latest, "-1-(21)-2-3|-----"), (.first, "-1-2-3|-------"),
            (.concat, "-1-2-31-2-3|--"),
        ])
    func flatMap(_ strategy: FlattenStrategy, _ expected: String) {
        let source = time.signal("-a-b-|")
        let flat = source.flatMap(strategy) { _ in time.signal("1-2-3|") }
        #expect(time.timeline(of: flat, steps: 14) == expected)
    }
    @Test func timeOps() {
        #expect(time.timeline(of: Signal<Int>.ticks(every: .seconds(2)), steps: 7) == "--1-2-3")
        #expect(time.timeline(of: time.signal("ab-c|").delay(.seconds(2)), steps: 8) == "--ab-c|-")
        #expect(time.timeline(of: time.signal("ab--c|").debounce(.seconds(2)), steps: 8) == "---b-(c|)--")
        #expect(time.timeline(of: time.signal("abc---d|").throttle(.seconds(2)), steps: 8) == "a-b-c-d|")
        #expect(time.timeline(of: time.signal("abc---d|").sample(every: .seconds(2)), steps: 9) == "--b-c---(d|)")
    }
    @Test func withLatest() {
        #expect(
            time.timeline(
                of: time.signal("--a---b-|").withLatest(from: time.signal("1---2")).map { "\($0)\($1)" }, steps: 9)
                == "--(a1)---(b2)-|")
    }
}
