import Cycle
import CycleHarvest
import CycleTesting
import Testing

@Suite("Harvester: effects of async functions and sequences")
@MainActor
struct EffectTaskTests {
    private struct Broken: Error {}

    private typealias Machine = Harvester<String, [String]>
    private typealias Answer = Machine.Effect<String, Lane, String>

    private let time = VirtualTime()

    /// The events that follow from one input that performs `start`.
    private func run(_ start: Answer, _ answers: [String: Answer] = [:]) async -> [String] {
        let mapping = Machine.EffectMapping<Lane, String> { input, state in
            input == "go" ? (state, start) : (state + [input], answers[input] ?? .empty)
        }
        let harvester = Machine(state: [], mapping: mapping, scheduler: time)
        await harvester.send("go").settled()
        return harvester.state
    }

    @Test("an async function's result is an input")
    func function() async {
        #expect(await run(Effect { "done" }) == ["done"])
    }

    @Test("Decision 10: a function that throws becomes the input that its author mapped the error to")
    func throwing() async {
        let failing = Answer {
            throw Broken()
        } catch: { error in
            "failed: \(error)"
        }
        #expect(await run(failing) == ["failed: Broken()"])
    }

    @Test("the elements of a sequence are inputs, in order, and its error is one")
    func sequences() async {
        let numbers = AsyncStream<String> { continuation in
            for number in 1...300 { continuation.yield("\(number)") }
            continuation.finish()
        }
        #expect(await run(Effect(sequence: numbers)) == (1...300).map { "\($0)" })
        let broken = AsyncThrowingStream<String, any Error> { continuation in
            continuation.yield("1")
            continuation.finish(throwing: Broken())
        }
        #expect(await run(Effect(sequence: broken, catch: { _ in "failed" })) == ["1", "failed"])
    }

    @Test("an async function that returns nothing leads to no input")
    func optional() async {
        let found = Answer { () async -> String? in "found" }
        let missing = Answer { () async -> String? in nil }
        let ignored = Answer { () async throws -> String? in
            throw Broken()
        } catch: { _ in
            nil
        }
        #expect(await run(missing + ignored + found) == ["found"])
    }

    @Test("work that is only done leads to no input, and is done")
    func fireAndForget() async {
        let (done, continuation) = AsyncStream<Int>.makeStream()
        let work = Answer.fireAndForget {
            continuation.yield(1)
            continuation.finish()
        }
        #expect(await run(work) == [])
        var seen: [Int] = []
        for await number in done { seen.append(number) }
        #expect(seen == [1])
    }

    @Test("cancelling an effect cancels its task, and what the task returns all the same is not heard")
    func cancels() async {
        let (cancelled, continuation) = AsyncStream<String>.makeStream()
        let started = AsyncStream<Void>.makeStream()
        let waiting = Answer(id: "x") {
            await withTaskCancellationHandler {
                started.continuation.finish()
                for await _ in AsyncStream<Never>(unfolding: { await Self.untilCancelled() }) {}
                return "too late"
            } onCancel: {
                continuation.yield("cancelled")
                continuation.finish()
            }
        }
        let ready = Answer {
            for await _ in started.stream {}
            return "ready"
        }
        #expect(await run(waiting + ready, ["ready": .cancel("x") + Effect { "last" }]) == ["ready", "last"])
        var seen: [String] = []
        for await text in cancelled { seen.append(text) }
        #expect(seen == ["cancelled"])
    }

    @Test("H25: a place is free again after a function has thrown: 100 in a row, each after the one before")
    func throwingFreesItsPlace() async {
        let lane = Lane.ruled(.runOldest(maxCount: 1, .suspendNew))
        let all = Answer.combine(
            (1...100).map { number in
                Effect(queue: lane) {
                    if number.isMultiple(of: 2) { throw Broken() }
                    return "\(number)"
                } catch: { _ in
                    "failed \(number)"
                }
            })
        let expected = (1...100).map { $0.isMultiple(of: 2) ? "failed \($0)" : "\($0)" }
        #expect(await run(all) == expected)
    }

    @Test("H25: a chain of effects, each started by the one before in a queue of one, runs to its end")
    func recursiveChains() async {
        var answers: [String: Answer] = [:]
        for strategy in [FlattenStrategy.concat, .latest, .merge] {
            for number in 0..<100 {
                answers["\(number)"] = Effect(queue: .flattened(strategy)) { "\(number + 1)" }
            }
            #expect(await run(.nextInput("0"), answers) == (0...100).map { "\($0)" })
        }
    }

    @Test("Decision 10: an effect that fails ends no other")
    func failureIsAlone() async {
        let failing = Answer {
            throw Broken()
        } catch: { _ in
            "failed"
        }
        let (gate, opening) = AsyncStream<Never>.makeStream()
        let other = Answer {
            for await _ in gate {}
            return "other"
        }
        let opens = Answer.fireAndForget { opening.finish() }
        #expect(await run(failing + other, ["failed": opens]) == ["failed", "other"])
    }

    /// Returns when the task is cancelled.
    private static nonisolated func untilCancelled() async -> Never? {
        let (stream, continuation) = AsyncStream<Never>.makeStream()
        await withTaskCancellationHandler {
            for await _ in stream {}
        } onCancel: {
            continuation.finish()
        }
        return nil
    }
}
