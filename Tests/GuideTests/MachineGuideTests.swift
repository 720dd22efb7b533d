import Cycle
import CycleFeedback
import CycleHarvest
import CycleTesting
import Testing

@Suite("Guide: migrating from ReactiveFeedback")
struct MachineGuideTests {
    private enum Event: Sendable { case increment }

    private func counted(_ state: inout Int, _ event: Event) { state += 1 }

    @Test("a feedback system reduces what any thread sends", .timeLimit(.minutes(60)))
    func system() async {
        let scheduler = VirtualTime()
        func guide() async -> (Int, Inlet<Event>) {
            let (presses, button) = Signal<Event>.pipe()  // any thread sends
            let system = Property(
                initial: 0,
                reduce: counted,
                events: presses,
                feedbacks: [.sideEffect { event, state in print("\(event) -> \(state)") }])
            button.send(.increment)
            button.end()
            await system.run(on: scheduler)  // or system.start(on:), then system.drain()
            return (system.value, button)
        }
        #expect(await guide().0 == 1)
    }

    @Test("code for any machine names it by what either product exports")
    func anyMachine() {
        func last(of machine: some Machine<Int>) -> Int { machine.property.value }
        let store = Store(initial: 1, reduce: counted)
        #expect(last(of: store) == 1)
    }
}

/// The automaton of Harvest's Readme, as the guide shows it.
@Suite("Guide: migrating from Harvest")
struct HarvestGuideTests {
    enum State { case loggedOut, loggingIn, loggedIn, loggingOut }
    enum Input: Sendable { case login, loginOK, logout, logoutOK, forceLogout }
    enum EffectQueue: EffectQueueProtocol {
        case `default`, request

        var flattenStrategy: FlattenStrategy { self == .request ? .latest : .merge }
        static var defaultEffectQueue: EffectQueue { .default }
    }
    typealias EffectID = Never

    @Test("a table is a machine, and knows its diagram")
    func login() {
        let scheduler = VirtualTime()
        let (loginOK, logoutOK, forceLogoutOK) = (
            Signal.just(Input.loginOK).delay(.seconds(1)), Signal.just(Input.logoutOK), Signal.just(Input.logoutOK)
        )
        let canForceLogout: (State) -> Bool = [State.loggingIn, .loggedIn].contains
        typealias Harvester = CycleHarvest.Harvester<Input, State>
        typealias EffectMapping = Harvester.EffectMapping<EffectQueue, EffectID>
        typealias Effect = Harvester.Effect<Input, EffectQueue, EffectID>

        // swift-format-ignore
        let mappings: [EffectMapping] = [
            .login    | .loggedOut  => .loggingIn  | Effect(loginOK, queue: .request),
            .loginOK  | .loggingIn  => .loggedIn   | nil,
            .logout   | .loggedIn   => .loggingOut | Effect(logoutOK, queue: .request),
            .logoutOK | .loggingOut => .loggedOut  | nil,

            .forceLogout | canForceLogout => .loggingOut | Effect(forceLogoutOK, queue: .request),
        ]

        let (inputs, inlet) = Signal<Input>.pipe()
        let harvester = Harvester(state: .loggedOut, input: inputs, mapping: .reduce(mappings), scheduler: scheduler)
        scheduler.drive(harvester)
        inlet.send(.login)
        scheduler.advance(by: .seconds(1))
        #expect(harvester.state == .loggedIn)
        print(EffectMapping.reduce(mappings).diagram.dot)  // | dot -Tsvg
    }
}
