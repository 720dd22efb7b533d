import Cycle
import CycleNetwork
import CycleTesting
import Testing

@Suite("The book: large programs")
struct LargeProgramsTests {
    public struct Search: Hashable, Sendable {
        public var text = ""
        public var names: [String] = []
        /// The decision, for the parent.
        public var choice: String?

        public init() {}
    }

    @LensBuilder<Search>
    public func search(_ frames: Signal<Search>) -> MutatingLens<Signal<Search>, some Any> {
        frames.lens(
            driver: NetworkDriver<String>(), label: "names", of: \.text,
            frameFilter: { text in
                .init(text.isEmpty ? [] : [.init(id: text, get: "http://localhost/search?q=\(text)")])
            },
            eventFilter: { search, event in
                if case .response(_, let response) = event {
                    search.names = response.text.split(separator: ",").map(String.init)
                }
            })
    }

    struct Player: Hashable {
        var title: String?
    }

    @LensBuilder<Player>
    func player(_ frames: Signal<Player>) -> MutatingLens<Signal<Player>, some Any> {
        frames.rule(onChangeOf: \.title) { _ in }
    }

    struct App: Hashable {
        var search = Search()
        var player = Player()
    }

    func app(_ actions: Signal<String>) -> CycledLens<some Any, App> {
        CycledLens(startingWith: App()) { frames in
            frames.lens(events: actions, label: "actions") { app, name in app.search.choice = name }
            frames.lens(\.search, search)
            frames.lens(\.player, player)
            frames.rule(onChangeOf: \.search.choice) { app in
                guard let name = app.search.choice else { return }
                app.player.title = name
                app.search = Search()
            }
        }
    }

    @Test("a feature is tested as a program of its own")
    func feature() {
        let time = VirtualTime()
        let network = SimulatedNetwork(time) { _ in .response(200, [:], ["ada,alan"]) }
        var typed = Search()
        typed.text = "a"
        let test = TestRun(
            CycledLens(startingWith: typed) { search($0) }, time: time, exhaustive: false, standIns: network)
        test.settle()
        #expect(test.frame.names == ["ada", "alan"])
    }

    @Test("the program is tested for what its features do together")
    func program() {
        let time = VirtualTime()
        let (actions, inlet) = Signal<String>.pipe()
        let network = SimulatedNetwork(time) { _ in .silence }
        let test = TestRun(app(actions), time: time, exhaustive: false, standIns: network)
        inlet.send("ada")
        test.settle()
        #expect(test.frame.player.title == "ada" && test.frame.search == Search())
    }
}
