/// What plays the drivers of an application in a test, a replay or an exploration, without the application knowing.
///
///     cycle.start(on: time, standIns: script)
///
/// A loop that was started with stand-ins asks them once for each lens that it starts, and runs what they answer instead of
/// what the application gave the lens. `CycleTesting` has them ready-made: pass its twins to a `TestRun`.
public protocol StandIns {
    /// The driver that runs instead of `driver`: it gets the models that this one would render, and reports its events.
    ///
    /// - Parameters:
    ///   - driver: What the application runs. It must not touch its hardware: a driver that nobody plays is an error.
    ///   - path: Where the lens stands, see ``Moment/Cause/lens``.
    func driver<Played: Driver>(for driver: Played, at path: String) -> any Driver<Played.Model, Played.Event>

    /// The events that come instead of those that a lens was given, by default the same; of a general lens the frames that it
    /// sets.
    func events<Event>(for events: Signal<Event>, at path: String) -> Signal<Event>
}

extension StandIns {
    /// The same events.
    public func events<Event>(for events: Signal<Event>, at path: String) -> Signal<Event> { events }
}

/// Where frames stand in their application, and how it is played in this run.
@usableFromInline
final class Stage {
    private let outer: Stage?
    private let component: () -> String
    private var cast: (any StandIns)?
    private var isContinuing = false
    /// The features that lead here, `rows[3].search`; empty for the whole.
    private lazy var path = outer.map { $0.path(of: component()) } ?? ""

    /// The stage of a whole application.
    init() {
        outer = nil
        component = { "" }
    }

    /// - Parameters:
    ///   - component: The name of the part. Called when somebody asks for a path, at most once.
    ///   - outer: What it is a part of.
    init(of component: @escaping @autoclosure () -> String, in outer: Stage) {
        self.outer = outer
        self.component = component
    }

    /// Whether the run goes on from a frame of an earlier one.
    var isResuming: Bool { outer?.isResuming ?? isContinuing }

    @usableFromInline
    var standIns: (any StandIns)? { outer?.standIns ?? cast }

    /// Sets how the next run is played.
    func prepare(_ standIns: (any StandIns)?, isResuming: Bool) {
        cast = standIns
        isContinuing = isResuming
    }

    /// All has started that the first frame wants.
    func begin() { isContinuing = false }

    /// The path of a lens that stands here.
    @usableFromInline
    func path(of lens: String) -> String {
        if path.isEmpty || lens.isEmpty { return path + lens }
        return lens.hasPrefix("[") ? path + lens : path + "." + lens
    }

    /// What the driver of a lens reports, or what plays it.
    @inlinable  // hot: where nobody plays, the models are made for the driver's type
    func events<D: Driver>(of driver: D, named name: String, rendering models: Signal<D.Model>) -> Signal<D.Event> {
        guard let standIns else { return driver.eventsCapturedAfterRendering(model: models) }
        return standIns.driver(for: driver, at: path(of: name)).eventsCapturedAfterRendering(model: models)
    }

    /// The events of a lens that was given some, or what comes instead.
    func events<Event>(_ events: Signal<Event>, named name: String) -> Signal<Event> {
        standIns?.events(for: events, at: path(of: name)) ?? events
    }
}
