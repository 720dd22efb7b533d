import Cycle
import CycleFeedback
import CycleTesting
import Testing

/// The programs printed in the seeds 000 and 001, with the types they leave open.
@Suite("The programs of the feedback seeds")
struct SeedProgramTests {
    private let diary = Diary()
    private let time = VirtualTime()

    private enum CounterEvent: Equatable {
        case increment, decrement
    }

    private static func counterReducer(_ state: Int, _ event: CounterEvent) -> Int {
        event == .increment ? state + 1 : state - 1
    }

    private var loggingFeedback: Feedback<Int, CounterEvent> {
        Feedback { [diary] signal -> Signal<CounterEvent> in
            return
                signal
                .handle { event, state in  // side-effect
                    diary.write("receiving event = \(event) with state = \(state)")
                }
                .ignoringValues()  // no feedback loop
        }
    }

    private var analyticsFeedback: Feedback<Int, CounterEvent> {
        Feedback { [diary] signal -> Signal<CounterEvent> in
            return
                signal
                .filter { event, _ in event == .increment }
                .handle { _ in  // side-effect
                    diary.write("didTapIncrement")
                }
                .ignoringValues()  // no feedback loop
        }
    }

    @Test("seed 000, example 1: a counter with logging and analytics")
    func counter() {
        typealias Event = CounterEvent
        let (increment, plus) = Signal<Void>.pipe()
        let (decrement, minus) = Signal<Void>.pipe()
        let externalEvent = Signal.merge(
            increment.map { Event.increment },
            decrement.map { Event.decrement }
        )
        let system = Property(
            initial: 0,
            reduce: Self.counterReducer,
            events: externalEvent,
            feedbacks: [loggingFeedback, analyticsFeedback]
        )
        time.drive(system)
        plus.send(())
        minus.send(())
        time.advance(by: .zero)
        #expect(system.value == 0)
        #expect(
            diary.lines == [
                "receiving event = increment with state = 1", "didTapIncrement",
                "receiving event = decrement with state = 0",
            ])
    }

    private enum Route {
        case pushA, modalB
    }

    private enum NavigationEvent {
        case route(Route)

        var route: Route? {
            if case .route(let route) = self { route } else { nil }
        }
    }

    @Test("seed 000, example 2: navigation by first drops routes while one is under way")
    func navigation() {
        let (didTapA, tapA) = Signal<Void>.pipe()
        let (didTapB, tapB) = Signal<Void>.pipe()
        let externalEvent = Signal.merge(
            didTapA.map { NavigationEvent.route(Route.pushA) },
            didTapB.map { NavigationEvent.route(Route.modalB) }
        )
        let handle = { [diary] (route: Route) in
            diary.write("\(route)")
            return Signal<Void>.just(()).delay(.seconds(1))
        }
        let navigationFeedback = Feedback<Int, NavigationEvent> { signal -> Signal<NavigationEvent> in
            return
                signal
                // NOTE: Using `flatMap(.first)` prevents from routing to multiple screens simultaneously
                .flatMap(.first) { event, _ -> Signal<Void> in
                    guard case let route? = event.route else { return .empty }
                    return handle(route)
                }
                .ignoringValues()  // no feedback loop
        }
        let system = Property(
            initial: 0,
            reduce: { (count: Int, _: NavigationEvent) -> Int in count + 1 },
            events: externalEvent,
            feedbacks: [navigationFeedback]
        )
        time.drive(system)
        tapA.send(())
        tapB.send(())
        time.advance(by: .seconds(2))
        tapB.send(())
        time.advance(by: .zero)
        #expect(diary.lines == ["pushA", "modalB"])
        #expect(system.value == 3)
    }

    private struct ImageState {
        var images: [Int: String] = [:]
    }

    private enum ImageEvent {
        case callAPI(String)
        case fetchImages([String])
        case reloadCell(image: String, index: Int)
    }

    private var apiFeedback: Feedback<ImageState, ImageEvent> {
        Feedback { signal -> Signal<ImageEvent> in
            return
                signal
                .flatMap(.first) { event, _ -> Signal<[String]> in
                    guard case .callAPI = event else { return .empty }
                    return Signal.just(["a", "b"]).delay(.seconds(1))
                }
                .map(ImageEvent.fetchImages)
        }
    }

    private var imageFeedback: Feedback<ImageState, ImageEvent> {
        Feedback { signal -> Signal<ImageEvent> in
            return
                signal
                .flatMap(.merge) { event, _ -> Signal<(String, index: Int)> in
                    guard case let .fetchImages(names) = event else { return .empty }
                    return .merge(
                        names.enumerated().map { index, name in
                            Signal.just((name, index: index)).delay(.seconds(3 - index))
                        })
                }
                .map { image, index in
                    ImageEvent.reloadCell(image: image, index: index)
                }
        }
    }

    private let reducer = { (state: ImageState, event: ImageEvent) -> ImageState in
        guard case let .reloadCell(image, index) = event else { return state }

        var state = state
        state.images[index] = image
        return state
    }

    @Test("seed 000, example 3: an API call by first, its images by merge, each shown when it is there")
    func imageLoading() {
        typealias Event = ImageEvent
        let (viewDidLoad, load) = Signal<Void>.pipe()
        let externalEvent = viewDidLoad.map { Event.callAPI("list") }
        let system = Property(
            initial: ImageState(),
            reduce: reducer,
            events: externalEvent,
            feedbacks: [apiFeedback, imageFeedback]
        )
        let cells = system.observe(through: { $0.combinePrevious() }) { [diary] old, new in
            let indices = new.images.keys.filter { old.images[$0] == nil }
            for index in indices { diary.write("cell \(index) \(new.images[index] ?? "")") }
        }
        defer { cells.cancel() }
        time.drive(system)
        load.send(())
        time.advance(by: .seconds(3))
        #expect(diary.lines == ["cell 1 b"])
        time.advance(by: .seconds(1))
        #expect(diary.lines == ["cell 1 b", "cell 0 a"])
    }

    @Test("image loading by latest drops the images of the list before")
    func latestImages() {
        let images = Feedback<String, String>(
            event: { $0.first == "?" ? String($0.dropFirst()) : nil }, .latest,
            effects: { name in Signal.just(name).delay(.seconds(2)) })
        let trial = Trial(images, initial: "")
        trial.send("?a")
        trial.time.advance(by: .seconds(1))
        trial.send("?b")
        trial.time.advance(by: .seconds(5))
        #expect(trial.state == "?a?bb")
    }

    private enum ViewEvent {
        case ui(String), login

        var userAction: String? {
            if case .ui(let action) = self { action } else { nil }
        }
    }

    @Test("seed 001: side effects stand beside the feedbacks of a view model")
    func sideEffects() {
        let (externalEvents, input) = Signal<ViewEvent>.pipe()
        let whenUserActionReceived = Feedback<Int, ViewEvent>.sideEffect(\ViewEvent.userAction) { [diary] in
            diary.write("track \($0)")
        }
        let state = Property(
            initial: 0,
            reduce: { (count: Int, _: ViewEvent) -> Int in count + 1 },
            events: externalEvents,  // external events
            feedbacks: [
                whenUserActionReceived,
                .sideEffect({ if case .login = $0 { true } else { nil } }) { [diary] (_: Bool) in
                    diary.write("login")
                },
            ]
        )
        time.drive(state)
        input.send(.ui("tap"))
        input.send(.login)
        time.advance(by: .zero)
        #expect(diary.lines == ["track tap", "login"])
        #expect(state.value == 2)
    }
}
