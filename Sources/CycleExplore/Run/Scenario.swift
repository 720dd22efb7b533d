public import Cycle
public import CycleMachine

/// An application in its world, and the laws that it obeys: to be explored, simulated, and replayed.
///
///     let searching = Scenario(
///         Law<Search>.atRest("the shown result belongs to the typed text") { $0.results == "r\($0.text)" }
///     ) { world in
///         world.console.keys("ab", atMost: 3)
///         world.network.answers { request in [.text("r\(request.query)"), .fails(.refused)] }
///         return searchBox()
///     }
///     try searching.explore()
///     try searching.simulate(seeds: 100)
///     try searching.happens([.init("keys", "a"), .init("keys", "b")])
///
/// The application is the one that ships, with its own drivers: the world plays them all. A driver without a stand-in is an
/// error that names its lens.
/// Several threads run it at once, each in worlds of its own. So what its closures share must be `Sendable`; an application that is made
/// for the main actor alone is explored there, with ``Bounds/jobs`` set to 1.
public struct Scenario<Frame>: Sendable {
    private(set) var laws: Laws<Frame>
    let make: @Sendable (World) -> Application<Frame>
    let fingerprint = FingerprintMaker<Frame>()
    let until: @Sendable (Frame) -> Bool
    var canonical: (@Sendable (Frame, inout Fingerprint) -> Void)?
    /// The part of a frame that counts.
    private(set) var part: @Sendable (Frame) -> Any = { $0 }

    /// - Parameters:
    ///   - laws: The laws; at most 15.
    ///   - until: Where the run ends, as the condition of `run`.
    ///   - application: Makes the application anew, and describes its world. Called for every run, and after every power cut.
    public init<Receiver>(
        _ laws: Law<Frame>..., until: @escaping @Sendable (Frame) -> Bool = { _ in false },
        _ application: @escaping @Sendable (World) -> CycledLens<Receiver, Frame>
    ) {
        self.init(laws: laws, until: until, application)
    }

    /// The same, with laws in an array.
    public init<Receiver>(
        laws: [Law<Frame>], until: @escaping @Sendable (Frame) -> Bool = { _ in false },
        _ application: @escaping @Sendable (World) -> CycledLens<Receiver, Frame>
    ) {
        self.init(laws, until) { Application(application($0)) }
    }

    /// The same of a `Property`, a `Store`, a `FeedbackLoop` or a `Harvester`. Its events come by ``World/input(_:_:atMost:send:)``.
    ///
    /// - Parameters:
    ///   - laws: The laws; at most 15.
    ///   - until: Where the run ends.
    ///   - machine: Makes the machine anew, and describes its world.
    public init<M: Machine>(
        _ laws: Law<Frame>..., until: @escaping @Sendable (Frame) -> Bool = { _ in false },
        _ machine: @escaping @Sendable (World) -> M
    ) where M.State == Frame, M: SendableMetatype {
        self.init(laws: laws, until: until, machine)
    }

    /// The same of a machine, with laws in an array.
    public init<M: Machine>(
        laws: [Law<Frame>], until: @escaping @Sendable (Frame) -> Bool = { _ in false },
        _ machine: @escaping @Sendable (World) -> M
    ) where M.State == Frame, M: SendableMetatype {
        self.init(laws, until) { Application(machine($0)) }
    }

    init(
        _ laws: [Law<Frame>], _ until: @escaping @Sendable (Frame) -> Bool,
        _ make: @escaping @Sendable (World) -> Application<Frame>
    ) {
        if laws.count > 15 { stop("a scenario has at most 15 laws: explore it twice, with some of them each") }
        self.laws = Laws(laws)
        self.until = until
        self.make = make
    }

    /// The same with one of its laws alone, by its number.
    func with(onlyLaw number: Int) -> Scenario {
        var scenario = self
        scenario.laws = Laws([laws.all[number]])
        return scenario
    }

    /// Adds a frame, as far as it counts.
    func combine(_ frame: Frame, into fingerprint: inout Fingerprint) {
        if let canonical { canonical(frame, &fingerprint) } else { self.fingerprint.combine(frame, &fingerprint) }
    }

    /// The frame alone, as far as it counts.
    func key(of frame: Frame) -> Fingerprint.Key {
        var fingerprint = Fingerprint()
        combine(frame, into: &fingerprint)
        return fingerprint.key
    }

    /// The same, with frames taken for one that are equal in this part: for a count that grows for ever, or a log.
    ///
    ///     try retrying.canonical { [$0.isShown ? 1 : 0, min(2, $0.failures)] }.explore()
    ///
    /// The search goes on from the first of such frames alone, and laws are checked on it. So the part has to tell apart all that a law
    /// looks at, and all that makes a difference later: here three failures and four, as the program waits as long after both. Where two
    /// frames of one part go on differently, the report says that something is remembered beside the frame, and where these frames
    /// differ. `until`, and what a report shows, see the whole frame.
    ///
    /// - Parameter part: The part that counts.
    /// - Returns: A scenario with the same laws and the same world.
    public func canonical<Part: Hashable & SendableMetatype>(_ part: @escaping @Sendable (Frame) -> Part) -> Scenario {
        var scenario = self
        scenario.canonical = { frame, fingerprint in fingerprint.combine(part(frame)) }
        scenario.part = part
        return scenario
    }
}
