import Cycle
import CycleHarvest
import CycleTesting
import Testing

@Suite("Harvester.Feedback")
struct HarvesterFeedbackTests {
    private typealias Machine = Harvester<String, Int>
    private typealias Feedback = Machine.Feedback

    private let time = VirtualTime()
    private let log = Log()

    /// Counts its inputs; knows no way for `no`.
    private func play(_ feedbacks: [Feedback], _ inputs: [String]) -> String {
        let mapping = Machine.Mapping { input, count in input == "no" ? nil : count + 1 }
        let harvester = Machine(state: 0, mapping: mapping, feedbacks: feedbacks, scheduler: time)
        time.drive(harvester)
        let watching = harvester.replies.observe { [log, time] in log.write("\($0.input)@\(time.stepsPassed)") }
        for input in inputs {
            if !input.isEmpty { harvester.send(input) }
            time.advance(steps: 1)
        }
        time.advance(steps: 9)
        watching.cancel()
        return log.text
    }

    private var onlyLetters: (Machine.Reply.Success) -> Bool {
        { $0.input.count == 1 }
    }

    private func twice(_ success: Machine.Reply.Success) -> Signal<String> {
        success.input.count == 1 ? time.twice(success.input) : .empty
    }

    @Test("nothing at the start, then input and both states of every success, and no failures")
    func general() {
        let log = log
        let feedback = Feedback { successes in
            successes.handle { log.write("\($0.input) \($0.fromState) \($0.toState)") }.ignoringValues()
        }
        #expect(play([feedback], ["a", "no", "b"]) == "a@0 a 0 1 no@1 b@2 b 1 2")
    }

    @Test("produce starts a signal for each success, and the strategy decides what becomes of the one before")
    func produces() {
        #expect(play([Feedback(strategy: .merge, produce: twice)], ["a", "b"]) == "a@0 b@1 a1@2 b1@3 a2@4 b2@5")
    }

    @Test("latest is the strategy unless another is named, and every success counts")
    func latest() {
        #expect(play([Feedback(produce: twice)], ["a", "b"]) == "a@0 b@1 b1@3")
    }

    @Test("filter: a success that does not match leaves the running signal alone")
    func filters() {
        #expect(
            play([Feedback(filter: { $0.input == "a" }, produce: twice)], ["a", "b"]) == "a@0 b@1 a1@2 a2@4")
    }

    @Test("tryGet: a success without a query cancels the running signal")
    func tryGet() {
        let query = { (success: Machine.Reply.Success) in success.input == "a" ? success.input : nil }
        #expect(play([Feedback(tryGet: query, produce: time.twice)], ["a", "b"]) == "a@0 b@1")
    }

    @Test("transform chooses what starts a signal")
    func transforms() {
        let feedback = Feedback(
            transform: { $0.filter { $0.input.count == 1 }.map(\.toState).removeDuplicates() }, strategy: .concat,
            produce: { [time] count in time.after(2, "count\(count)") })
        #expect(play([feedback], ["a", "b"]) == "a@0 b@1 count1@2 count2@4")
    }

    @Test("several feedbacks work side by side, in order")
    func reduces() {
        let answer = { (name: String) in
            Feedback(filter: { $0.input == "a" }, produce: { _ in .just(name) })
        }
        #expect(play([answer("x"), .reduce([answer("y"), answer("z")])], ["a"]) == "a@0 x@0 y@0 z@0")
    }

    @Test("a feedback ends with its machine")
    func ends() {
        let feedback = Feedback { [log] _ in
            Signal { _ in Subscription { log.write("cancelled") } }
        }
        let harvester = Machine(state: 0, mapping: .one, feedback: feedback, scheduler: time)
        harvester.stop()
        #expect(log.lines == ["cancelled"])
    }
}
