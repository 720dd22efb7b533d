import Cycle
import CycleHarvest
import CycleTesting
import Testing

@Suite("Harvester: mappings of parts")
struct AffineTraversalTests {
    private enum Count {
        case up, upLater
    }

    private enum Route: Equatable {
        case home
        case editing(Int)
    }

    private struct App: Equatable {
        var left = 0
        var right: Int? = 0
        var route = Route.home
    }

    private enum Action: Equatable {
        case left(Count), right(Count), edit(Count), close
    }

    private struct Envelope {
        var address: String
        var content: Count
    }

    private typealias Counter = Harvester<Count, Int>.EffectMapping<Lane, String>
    private typealias Whole = Harvester<Action, App>.EffectMapping<Lane, String>

    private let time = VirtualTime()

    private var counter: Counter {
        let later = time.after(2, Count.up)
        return Counter { input, count in
            switch input {
            case .up: (count + 1, .empty)
            case .upLater: (count, Effect(later, id: "later"))
            }
        }
    }

    private var whole: Whole {
        let left = AffineTraversal<Action, Count>(
            extract: { if case .left(let count) = $0 { count } else { nil } }, embed: Action.left)
        let right = AffineTraversal<Action, Count>(
            tryGet: { if case .right(let count) = $0 { count } else { nil } }, set: { _, count in .right(count) })
        let edit = AffineTraversal<Action, Count>(
            extract: { if case .edit(let count) = $0 { count } else { nil } }, embed: Action.edit)
        let editing = AffineTraversal<Route, Int>(
            extract: { if case .editing(let number) = $0 { number } else { nil } }, embed: Route.editing)
        return .reduce(
            .all,
            [
                counter.transform(state: AffineTraversal(\App.left)).transform(input: left),
                counter.transform(state: AffineTraversal(optional: \App.right)).transform(input: right),
                counter.transform(state: AffineTraversal(\App.route).appending(editing)).transform(input: edit),
                .makeInout { input, app in
                    guard input == .close else { return nil }
                    app.route = .home
                    return .empty
                },
            ])
    }

    private func machine(_ app: App) -> Harvester<Action, App> {
        let harvester = Harvester(state: app, mapping: whole, scheduler: time)
        time.drive(harvester)
        return harvester
    }

    @Test("a part's mapping changes its part of the state, for its part of the inputs")
    func parts() {
        let harvester = machine(App(route: .editing(5)))
        harvester.send(.left(.up))
        harvester.send(.right(.up))
        harvester.send(.right(.up))
        harvester.send(.edit(.up))
        #expect(harvester.state == App(left: 1, right: 2, route: .editing(6)))
    }

    @Test("the inputs of a part's effects find their way back to it")
    func effects() {
        let harvester = machine(App())
        harvester.send(.right(.upLater))
        time.advance(steps: 2)
        #expect(harvester.state == App(left: 0, right: 1))
    }

    @Test("where the part is not there, there is no way, and what its effects send later fails")
    func absentParts() {
        let harvester = machine(App(right: nil, route: .editing(5)))
        var failures: [Action] = []
        let watching = harvester.replies.observe { reply in if reply.toState == nil { failures.append(reply.input) } }
        harvester.send(.right(.up))
        harvester.send(.edit(.upLater))
        harvester.send(.close)
        time.advance(steps: 2)
        #expect(failures == [.right(.up), .edit(.up)])
        #expect(harvester.state == App(right: nil, route: .home))
        watching.cancel()
    }

    @Test("a part reached by key path puts its effects' inputs into the input that asked for them")
    func triggeringInput() {
        let harvester = Harvester<Envelope, Int>(
            state: 0, mapping: counter.transform(input: AffineTraversal(\.content)), scheduler: time)
        time.drive(harvester)
        var addresses: [String] = []
        let watching = harvester.replies.observe { addresses.append($0.input.address) }
        harvester.send(Envelope(address: "Ada", content: .upLater))
        harvester.send(Envelope(address: "Bob", content: .upLater))
        time.advance(steps: 2)
        #expect(addresses == ["Ada", "Bob", "Ada", "Bob"])
        #expect(harvester.state == 2)
        watching.cancel()
    }

    @Test("ids of parts stay apart: a part cancels only its own")
    func ids() {
        let named = { (name: String) in
            counter.transformID(
                { "\(name) \($0)" }, { $0.hasPrefix(name) ? String($0.dropFirst(name.count + 1)) : nil })
        }
        let stopping = Counter { _, count in (count, .cancel { _ in true }) }
        let first = AffineTraversal<(Int, Int), Int>(\.0)
        let second = AffineTraversal<(Int, Int), Int>(\.1)
        let stop = stopping.transformID({ "one \($0)" }, { $0.hasPrefix("one") ? $0 : nil })
        var isStopping = false
        let harvester = Harvester<Count, (Int, Int)>(
            state: (0, 0),
            mapping: Harvester<Count, (Int, Int)>.EffectMapping<Lane, String> { input, state in
                let mapping =
                    isStopping
                    ? stop.transform(state: first)
                    : .reduce(.all, [named("one").transform(state: first), named("two").transform(state: second)])
                return mapping.run(input, state, ())
            }, scheduler: time)
        time.drive(harvester)
        harvester.send(.upLater)
        isStopping = true
        harvester.send(.up)
        isStopping = false
        time.advance(steps: 2)
        // The one effect that is left counts in both parts.
        #expect(harvester.state == (1, 1))
    }

    @Test("a traversal gives back what was put, and putting into what is not there changes nothing")
    func laws() {
        let right = AffineTraversal(optional: \App.right)
        #expect(right.tryGet(right.set(App(), 3)) == 3)
        #expect(right.set(App(right: nil), 3) == App(right: nil))
        let editing = AffineTraversal<Route, Int>(
            extract: { if case .editing(let number) = $0 { number } else { nil } }, embed: Route.editing)
        #expect(editing.set(.editing(1), 2) == .editing(2))
        #expect(editing.set(.home, 2) == .home)
        #expect(AffineTraversal(\App.route).appending(editing).set(App(), 2) == App())
    }

    @Test("a mapping without effects is embedded likewise")
    func plainMappings() {
        let plain = Harvester<Count, Int>.Mapping { input, count in input == .up ? count + 1 : nil }
        let embedded = plain.transform(state: AffineTraversal(\App.left)).transform(
            input: AffineTraversal(\Envelope.content))
        #expect(embedded.run(Envelope(address: "", content: .up), App())?.left == 1)
        #expect(embedded.run(Envelope(address: "", content: .upLater), App()) == nil)
    }
}
