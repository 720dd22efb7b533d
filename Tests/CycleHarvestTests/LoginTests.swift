import Cycle
import CycleHarvest
import CycleTesting
import Testing

/// The program that the Readme of Harvest prints. `State` is named in `canForceLogout`, where Swift asks for it today.
private enum Login {
    // 1. Define `State`s and `Input`s.
    enum State {
        case loggedOut, loggingIn, loggedIn, loggingOut
    }

    enum Input {
        case login, loginOK, logout, logoutOK
        case forceLogout
    }

    enum EffectQueue: EffectQueueProtocol {
        case `default`
        case request

        var flattenStrategy: FlattenStrategy {
            switch self {
            case .default: return .merge
            case .request: return .latest
            }
        }

        static var defaultEffectQueue: EffectQueue {
            .default
        }
    }

    // NOTE: `EffectID` is useful for manual effect cancellation, but not used in this example.
    typealias EffectID = Never

    typealias Harvester = CycleHarvest.Harvester<Input, State>
    typealias EffectMapping = Harvester.EffectMapping<EffectQueue, EffectID>
    typealias Effect = Harvester.Effect<Input, EffectQueue, EffectID>

    static func mappings(
        _ loginOKPublisher: Signal<Input>, _ logoutOKPublisher: Signal<Input>, _ forceLogoutOKPublisher: Signal<Input>
    ) -> [EffectMapping] {
        let canForceLogout: (State) -> Bool = [State.loggingIn, .loggedIn].contains

        // swift-format-ignore
        let mappings: [EffectMapping] = [

          /*  Input   |   fromState => toState     |      Effect       */
          /* ----------------------------------------------------------*/
            .login    | .loggedOut  => .loggingIn  | Effect(loginOKPublisher, queue: .request),
            .loginOK  | .loggingIn  => .loggedIn   | nil,
            .logout   | .loggedIn   => .loggingOut | Effect(logoutOKPublisher, queue: .request),
            .logoutOK | .loggingOut => .loggedOut  | nil,

            .forceLogout | canForceLogout => .loggingOut | Effect(forceLogoutOKPublisher, queue: .request)
        ]
        return mappings
    }
}

@Suite("Harvester: the login automaton of the Readme")
struct LoginTests {
    private let time = VirtualTime()
    private let harvester: Login.Harvester
    private let send: (Login.Input) -> Void
    private let replies = Log()
    private let states = Log()
    private var cancellables: [Subscription] = []

    init() {
        // Prepare input pipe for sending `Input` to `Harvester`.
        let (inputs, inlet) = Signal<Login.Input>.pipe()
        let mappings = Login.mappings(time.after(2, .loginOK), time.after(3, .logoutOK), time.after(1, .logoutOK))

        // Setup state machine.
        let harvester = Login.Harvester(
            state: .loggedOut,
            input: inputs,
            mapping: .reduce(mappings),  // combine mappings using `reduce` helper
            scheduler: time
        )

        // Observe state-transition replies (`.success` or `.failure`).
        harvester.replies.observe { [replies] reply in
            replies.write("\(reply)")
        }.store(in: &cancellables)

        // Observe current state changes.
        harvester.$state.observe { [states] state in
            states.write("\(state)")
        }.store(in: &cancellables)

        time.drive(harvester)
        self.harvester = harvester
        send = { [time] input in
            inlet.send(input)
            time.advance(by: .zero)
        }
    }

    @Test("logs in, and out again")
    func logsInAndOut() {
        send(.login)
        #expect(harvester.state == .loggingIn)
        time.advance(steps: 2)
        #expect(harvester.state == .loggedIn)
        send(.logout)
        #expect(harvester.state == .loggingOut)
        time.advance(steps: 3)
        #expect(harvester.state == .loggedOut)
        #expect(states.text == "loggedOut loggingIn loggedIn loggingOut loggedOut")
    }

    @Test("a forced logout in the middle of a login cancels the login")
    func forcesLogout() {
        send(.login)
        time.advance(steps: 1)
        send(.forceLogout)
        #expect(harvester.state == .loggingOut)
        time.advance(steps: 1)
        #expect(harvester.state == .loggedOut)
        time.advance(steps: 9)
        #expect(
            replies.lines == [
                "login: loggedOut -> loggingIn", "forceLogout: loggingIn -> loggingOut",
                "logoutOK: loggingOut -> loggedOut",
            ])
        #expect(time.armedCount == 0)
    }

    @Test("an input without a way leaves the state and the running effect alone")
    func refuses() {
        send(.logout)
        send(.login)
        send(.login)
        time.advance(steps: 2)
        #expect(
            replies.lines == [
                "logout: loggedOut x", "login: loggedOut -> loggingIn", "login: loggingIn x",
                "loginOK: loggingIn -> loggedIn",
            ])
        #expect(states.text == "loggedOut loggingIn loggedIn")
    }

    @Test("is drawn with a forced logout from either state that allows it")
    func isDrawn() {
        let mapping = Login.EffectMapping.reduce(Login.mappings(.never, .never, .never))
        #expect(
            mapping.diagram.dot == """
                digraph {
                    node [shape=box, style=rounded]
                    "loggedOut"
                    "loggingIn"
                    "loggedIn"
                    "loggingOut"
                    "loggedOut" -> "loggingIn" [label="login / request"]
                    "loggingIn" -> "loggedIn" [label="loginOK"]
                    "loggedIn" -> "loggingOut" [label="logout / request\\nforceLogout / request"]
                    "loggingOut" -> "loggedOut" [label="logoutOK"]
                    "loggingIn" -> "loggingOut" [label="forceLogout / request"]
                }

                """)
    }
}
