/// Plays the drivers of an application in a test, a replay or an exploration, without the application knowing.
///
///     cycle.start(on: time, standIns: script)
///
/// A loop that was started with stand-ins asks them once for each lens that it starts, and runs what they answer instead of
/// what the application gave the lens. `CycleTesting` has them ready-made: pass its twins to a `TestRun`.
public protocol StandIns {
    /// The events that come instead of those of a driver.
    ///
    /// - Parameters:
    ///   - driver: The application's, a ``Driver`` of these models and events. It must not be run where it could touch its
    ///     hardware: a driver without a stand-in is an error.
    ///   - path: Where the lens stands, see ``Moment/Cause/lens``.
    ///   - models: The models that the driver would render.
    func events<Model: Equatable, Event: Sendable>(
        of driver: Any, at path: String, rendering models: Signal<Model>
    ) -> Signal<Event>

    /// The events that come instead of those that a lens was given, by default the same; of a general lens the frames that it
    /// sets.
    func events<Event>(_ events: Signal<Event>, at path: String) -> Signal<Event>

    /// Takes note of a lens that is about to run, by default not: its event-filter reads and changes no more of the frame than these bytes.
    ///
    /// - Parameters:
    ///   - path: As above. Empty for frames that a rule reads, or that are run as a signal: events of any lens may depend on those.
    ///   - extent: Offsets in the frame of the loop, `0..<Int.max` for all of it.
    func noteLens(at path: String, reaching extent: Range<Int>)
}

extension StandIns {
    /// The same events: only drivers are played, unless a stand-in says otherwise.
    public func events<Event>(_ events: Signal<Event>, at path: String) -> Signal<Event> { events }
    /// Nothing is noted.
    public func noteLens(at path: String, reaching extent: Range<Int>) {}
}

/// Where frames stand in their application, and how it is played in this run.
@usableFromInline
final class Stage {
    /// The stand-ins, and whether the run goes on from a frame of an earlier one: the same for all of an application.
    @usableFromInline let run: Variable<(standIns: (any StandIns)?, isResuming: Bool)>
    /// The features that lead here, `rows[3].search`; empty for the whole. Made once, at the first use.
    private lazy var path = makePath()
    private let makePath: () -> String

    /// - Parameters:
    ///   - component: The name of the part.
    ///   - outer: The stage of the whole; `nil` for that of an application.
    init(of component: @escaping @autoclosure () -> String = "", in outer: Stage? = nil) {
        run = outer?.run ?? Variable((nil, false))
        makePath = { outer?.path(of: component()) ?? "" }
    }

    /// The path of a lens that stands here: with its label, or the name of its type. That takes a millisecond of a start, so
    /// that a lens makes it only for an observer of moments or a stand-in.
    @usableFromInline func path(of label: String?, _ type: Any.Type) -> String { path(of: label ?? name(of: type)) }

    func path(of lens: String) -> String {
        if path.isEmpty || lens.isEmpty { return path + lens }
        return lens.hasPrefix("[") ? path + lens : path + "." + lens
    }

    /// The events of a lens that was given some, or what comes instead.
    @usableFromInline func events<Event>(_ events: Signal<Event>, of label: String?, _ type: Any.Type) -> Signal<Event>
    {
        run.value.standIns?.events(events, at: path(of: label, type)) ?? events
    }
}
