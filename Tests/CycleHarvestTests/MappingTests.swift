import Cycle
import CycleHarvest
import CycleTesting
import Testing

@Suite("Harvester: mappings")
struct MappingTests {
    private typealias Machine = Harvester<Int, Int>
    private typealias Mapping = Machine.Mapping

    private let increment = Mapping { input, state in input == 1 ? state + 1 : nil }
    private let double = Mapping { input, state in input <= 2 ? state * 2 : nil }

    private func results(_ mapping: Mapping) -> [Int?] {
        [1, 2, 3].map { mapping.run($0, 5) }
    }

    @Test("first takes the first that knows a way, tryAll needs all of them, all skips those that know none")
    func strategies() {
        #expect(results(.reduce(.first, [increment, double])) == [6, 10, nil])
        #expect(results(.reduce(.tryAll, [increment, double])) == [12, nil, nil])
        #expect(results(.reduce(.all, [increment, double])) == [12, 10, nil])
    }

    @Test("of no mappings, first and all know no way, and tryAll stays where it is")
    func ofNone() {
        #expect(results(.reduce(.first, [])) == [nil, nil, nil])
        #expect(results(.reduce(.tryAll, [])) == [5, 5, 5])
        #expect(results(.reduce(.all, [])) == [nil, nil, nil])
    }

    @Test("reduce without a strategy is first")
    func plainReduce() {
        #expect(results(.reduce([increment, double])) == [6, 10, nil])
    }

    @Test("zero is the unit of + and absorbs *, one is the unit of *, and both are associative")
    func laws() {
        let decrement = Mapping { input, state in input >= 2 ? state - 1 : nil }
        for mapping in [increment, double, decrement] {
            #expect(results(mapping + .zero) == results(mapping))
            #expect(results(.zero + mapping) == results(mapping))
            #expect(results(mapping * .one) == results(mapping))
            #expect(results(.one * mapping) == results(mapping))
            #expect(results(mapping * .zero) == [nil, nil, nil])
        }
        #expect(results((increment + double) + decrement) == results(increment + (double + decrement)))
        #expect(results((increment * double) * decrement) == results(increment * (double * decrement)))
    }

    @Test("makeInout of a mapping always succeeds, also when it changes nothing")
    func makeInout() {
        let mapping = Mapping.makeInout { input, state in if input == 1 { state += 1 } }
        #expect(results(mapping) == [6, 5, 5])
    }

    private typealias Recorder = Harvester<String, [String]>
    private typealias Recording = Recorder.EffectMapping<BasicEffectQueue, Never>

    /// Notes its name for each of `inputs`, and answers with another input that names both.
    private func recording(_ name: String, for inputs: Set<String>) -> Recording {
        Recording { input, state in
            inputs.contains(input) ? (state + [name], .nextInput("\(name) after \(input)")) : nil
        }
    }

    private func play(_ mapping: Recording, _ input: String) -> [String] {
        let noting = Recording.makeInout { input, state in
            guard input.contains("after") else { return nil }
            state.append(input)
            return .empty
        }
        let harvester = Recorder(state: [], mapping: mapping + noting, scheduler: VirtualTime())
        harvester.send(input)
        return harvester.state
    }

    @Test("states follow one another, and the effects of all stand in their order")
    func concatenates() {
        let one = recording("one", for: ["a", "b"])
        let two = recording("two", for: ["a"])
        #expect(play(one * two, "a") == ["one", "two", "one after a", "two after a"])
        #expect(play(one * two, "b") == [])
        #expect(play(one + two, "a") == ["one", "one after a"])
        #expect(play(.reduce(.all, [two, one]), "a") == ["two", "one", "two after a", "one after a"])
        #expect(play(.reduce(.all, [two, one]), "b") == ["one", "one after b"])
        #expect(play(.reduce(.all, [two, one]), "c") == [])
        #expect(play(.reduce([two, one]), "b") == ["one", "one after b"])
        #expect(play(.one * one, "a") == ["one", "one after a"])
        #expect(play(.zero + one, "a") == ["one", "one after a"])
        #expect(play(.zero * one, "a") == [])
    }

    @Test("makeInout that returns no effect throws its change away")
    func makeInoutOfEffects() {
        let mapping = Recording.makeInout { input, state in
            state.append(input)
            return input == "no" ? nil : .empty
        }
        #expect(play(mapping, "yes") == ["yes"])
        #expect(play(mapping, "no") == [])
    }

    @Test("a world is handed to the mapping, and a mapping fits a larger world")
    func worlds() {
        typealias Greeting = Recorder.EffectMappingInWorld<String, BasicEffectQueue, Never>
        let greeting = Greeting { input, state, name in
            input == "greet" ? (state, .nextInput("hello \(name)")) : (state + [input], .empty)
        }
        struct World {
            let name: String
        }
        let harvester = Recorder(
            state: [], mapping: greeting.contramapWorld(\.name), world: World(name: "Ada"), scheduler: VirtualTime())
        harvester.send("greet")
        #expect(harvester.state == ["hello Ada"])
        #expect(greeting.withoutEffects(in: "Bob").run("x", []) == ["x"])
    }

    @Test("mapQueue puts the effects into other queues")
    func mapsQueues() {
        let time = VirtualTime()
        let slow = Recording { input, state in
            (state + [input], input == "a" ? Effect(time.after(2, "done")) : .empty)
        }
        let harvester = Recorder(
            state: [], mapping: slow.mapQueue { _ in Lane.flattened(.first) }, scheduler: time)
        time.drive(harvester)
        harvester.send("a")
        harvester.send("a")
        time.advance(steps: 9)
        #expect(harvester.state == ["a", "a", "done"])
    }

    @Test("a mapping without effects stands where one with effects is asked for")
    func toEffectMapping() {
        let plain = Recorder.Mapping { input, state in state + [input] }
        #expect(play(plain.toEffectMapping(), "x") == ["x"])
    }
}
