import Cycle
import CycleDrivers
import CycleNetwork
import CycleTesting
import Testing

@Suite("The book: navigation")
struct NavigationTests {
    struct Draft: Equatable {
        var name = ""
        var isFree: Bool?
        var isSaved = false
    }

    struct Detail: Equatable, Identifiable {
        let id: String
        var text: String?
    }

    struct Account: Equatable {
        var seconds = 0
    }

    struct Shop: Equatable {
        enum Tab: Equatable { case items, account(Account) }
        enum Action: Sendable { case add, typed(String), save, show(String), back, select(Tab) }

        var items: [String] = []
        var tab = Tab.items
        var draft: Draft?
        var path: [Detail] = []
    }

    @LensBuilder<Draft>
    func draft(_ frames: Signal<Draft>) -> MutatingLens<Signal<Draft>, some Any> {
        frames.lens(
            driver: NetworkDriver<String>(), label: "names",
            frameFilter: { draft in
                let isWanted = draft.isFree == nil && !draft.name.isEmpty
                return .init(isWanted ? [.init(id: draft.name, get: "http://shop/free/\(draft.name)")] : [])
            },
            eventFilter: { draft, event in
                if case .response(_, let response) = event { draft.isFree = response.text == "yes" }
            })
    }

    @LensBuilder<Detail>
    func detail(_ frames: Signal<Detail>) -> MutatingLens<Signal<Detail>, some Any> {
        frames.lens(
            driver: NetworkDriver<String>(), label: "text",
            frameFilter: { .init($0.text == nil ? [.init(id: $0.id, get: "http://shop/items/\($0.id)")] : []) },
            eventFilter: { detail, event in
                if case .response(_, let response) = event { detail.text = response.text }
            })
    }

    @LensBuilder<Account>
    func account(_ frames: Signal<Account>) -> MutatingLens<Signal<Account>, some Any> {
        frames.lens(
            driver: TimerDriver<String>(), label: "clock",
            frameFilter: { _ in .timers(.every("second", .seconds(1))) },
            eventFilter: { account, _ in account.seconds += 1 })
    }

    func shop(_ actions: Signal<Shop.Action>) -> CycledLens<some Any, Shop> {
        CycledLens(startingWith: Shop()) { frames in
            frames.lens(events: actions, label: "actions") { shop, action in
                switch action {
                case .add: shop.draft = Draft()
                case .typed(let name): shop.draft = Draft(name: name)
                case .save: shop.draft?.isSaved = true
                case .show(let name): shop.path.append(Detail(id: name))
                case .back: if shop.draft == nil { _ = shop.path.popLast() } else { shop.draft = nil }
                case .select(let tab): shop.tab = tab
                }
            }
            frames.lens(optional: \.draft, draft)
            frames.lens(each: \.path) { _, page in detail(page) }
            frames.lens(
                \.tab, case: { if case .account(let account) = $0 { account } else { nil } }, embed: Shop.Tab.account,
                account)
            frames.rule(onChangeOf: \.draft?.isSaved) { shop in
                guard let draft = shop.draft, draft.isSaved else { return }
                shop.items.append(draft.name)
                shop.draft = nil
            }
        }
    }

    @Test("effects of a part of the frame go with it")
    func comingAndGoing() {
        let (actions, inlet) = Signal<Shop.Action>.pipe()
        let time = VirtualTime()
        let network = SimulatedNetwork(time) { message in
            .response(200, [:], [message.address.target.hasPrefix("/free") ? "yes" : "A pear."], after: .seconds(1))
        }
        let test = TestRun(shop(actions), time: time, exhaustive: false, standIns: network)

        // A sheet that is closed: its answer never arrives.
        for action in [Shop.Action.add, .typed("pear"), .back] { inlet.send(action) }
        test.advance(by: .seconds(2))
        #expect(test.frame == Shop())

        // A sheet that is saved: the rule closes it.
        for action in [Shop.Action.add, .typed("pear"), .save, .show("pear")] { inlet.send(action) }
        test.advance(by: .seconds(2))
        #expect(test.frame == Shop(items: ["pear"], path: [Detail(id: "pear", text: "A pear.")]))

        // A tab that is left: its clock has stopped.
        inlet.send(.select(.account(Account())))
        test.advance(by: .seconds(3))
        #expect(test.frame.tab == .account(Account(seconds: 3)))
        inlet.send(.select(.items))
        test.settle()
        #expect(time.armedCount == 0)
    }

    @Test("each lens has the path that the page names")
    func paths() throws {
        let (actions, inlet) = Signal<Shop.Action>.pipe()
        let names = ScriptedDriver<NetworkDriver<String>.Model, NetworkDriver<String>.Event>()
        let text = ScriptedDriver<NetworkDriver<String>.Model, NetworkDriver<String>.Event>()
        let clock = ScriptedDriver<TimerDriver<String>.Model, TimerDriver<String>.Event>()
        let test = TestRun(
            shop(actions), exhaustive: false, standIns: names.named("draft.names"), text.named("path[pear].text"),
            clock.named("tab.clock"))
        for action in [Shop.Action.add, .show("pear"), .select(.account(Account()))] { inlet.send(action) }
        try test.finish()
    }
}
