import Cycle
import CycleDrivers
import CycleObservation
import CycleTesting
import Observation
import Synchronization
import Testing

struct Profile: Equatable {
    var name = ""
    var isSaving = false
    var cards: [Card] = []
    var sheet: Card?

    struct Card: Equatable, Identifiable {
        let id: Int
        var title: String
        var isDone = false
    }

    enum Action {
        case renamed(String)
        case toggled(Card.ID)
        case opened(Card.ID)
        case closed
        case saved
    }
}

func changed(_ profile: inout Profile, by action: Profile.Action) {
    switch action {
    case .renamed(let name): profile.name = name
    case .toggled(let id):
        for index in profile.cards.indices where profile.cards[index].id == id {
            profile.cards[index].isDone.toggle()
        }
    case .opened(let id): profile.sheet = profile.cards.first { $0.id == id }
    case .closed: profile.sheet = nil
    case .saved: profile.isSaving = true
    }
}

typealias ProfileLoop = CycledLens<(Signal<Profile.Action>, PersistenceDriver), Profile>

func profile(_ actions: ViewEvents<Profile.Action>, starting first: Profile = Profile()) -> ProfileLoop {
    CycledLens(startingWith: first) { frames in
        frames.lens(events: actions.signal, label: "views", eventFilter: changed)
        frames.lens(
            driver: PersistenceDriver(root: "profile"),
            frameFilter: { $0.isSaving ? .files(.write("name", $0.name)) : .none },
            eventFilter: { profile, _ in profile.isSaving = false })
    }
}

@Suite("Guide: following a frame in a user interface")
@MainActor
struct ObservationGuideTests {
    private let first = Profile(cards: [.init(id: 1, title: "Tea"), .init(id: 2, title: "Milk")])

    /// How often something that was read is not what it was any more.
    private final class Changes: Sendable {
        private let count = Mutex(0)
        var number: Int { count.withLock { $0 } }
        func add() { count.withLock { $0 += 1 } }
    }

    @Test("a view follows what it has read, and sends events")
    func reading() {
        let actions = ViewEvents<Profile.Action>()
        let cycle = profile(actions, starting: first)
        let observed = ObservedFrame(cycle, sending: actions)
        let time = VirtualTime()
        cycle.start(on: time, standIns: Cast([SimulatedFiles()]) { Issue.record("\($0)") })
        let (titles, rows) = (Changes(), Changes())
        withObservationTracking {
            _ = "\(observed.cards[id: 1]!.title)"
        } onChange: {
            titles.add()
        }
        withObservationTracking {
            _ = observed.cards[id: 2]!.isDone.value
        } onChange: {
            rows.add()
        }
        observed.send(.toggled(2))
        let name = observed.binding(\.name) { .renamed($0) }
        name.wrappedValue = "Ada"
        cycle.drain()
        #expect(titles.number == 0 && rows.number == 1)
        #expect(name.wrappedValue == "Ada" && cycle.frame.cards[1].isDone)
        cycle.stop()
    }

    @Test("the feature is tested without a view, and without a stand-in for its events")
    func testing() throws {
        let actions = ViewEvents<Profile.Action>()
        let test = TestRun(profile(actions), standIns: SimulatedFiles())
        try test.expect(Profile())
        actions.send(.renamed("Ada"))
        try test.expect { $0.name = "Ada" }
        try test.finish()
    }
}
