import CycleTesting

/// Something that holds in every order of events.
///
///     try explore(
///         Law<Search>.always("the list is never longer than asked for") { $0.results.count <= $0.limit },
///         .atRest("the shown result belongs to the typed text") { $0.results == results(of: $0.text) },
///         .sometimes("an answer is shown") { !$0.results.isEmpty }
///     ) { world in … }
///
/// The first names its frame; the others are inferred from it.
public struct Law<Frame>: Sendable {
    typealias Condition = @Sendable (Frame, World) -> Bool

    enum Kind: Sendable {
        case always(Condition, ofWorld: Bool = false)
        case everyTurn(@Sendable (Frame, Frame) -> Bool)
        case atRest(Condition, ofWorld: Bool = false)
        case atEnd(Condition, ofWorld: Bool = false)
        case leadsTo(Condition, Condition)
        case sometimes(Condition)
        case agrees(@Sendable (Frame, inout Fingerprint) -> String)
        case resumes
        case history(@Sendable () -> any HistoryWatch<Frame>)
    }

    /// The sentence that it is.
    public let name: String
    let kind: Kind

    private init(_ name: String, _ kind: Kind) {
        self.name = name
        self.kind = kind
    }

    /// Holds for every frame, from the first on, after every turn.
    public static func always(_ name: String, _ holds: @escaping @Sendable (Frame) -> Bool) -> Law {
        Law(name, .always { frame, _ in holds(frame) })
    }

    /// Holds for the frame before and the frame after each turn: for what must not be lost, or goes in one direction only. A condition of
    /// one frame cannot see that a list has shrunk.
    ///
    ///     .everyTurn("no result is lost") { before, after in after.results.count >= before.results.count }
    ///
    /// A new start, as after a power cut, is no turn: write a law of the files for that.
    ///
    /// - Parameters:
    ///   - name: The sentence that it is.
    ///   - holds: The condition.
    /// - Complexity: The frame before is kept for a turn, so what changes in it is copied. No order is left out
    ///   (``Bounds/leavesOutOrders``).
    /// - Source: The action properties of TLA+.
    public static func everyTurn(
        _ name: String, _ holds: @escaping @Sendable (_ before: Frame, _ after: Frame) -> Bool
    ) -> Law {
        Law(name, .everyTurn(holds))
    }

    /// Holds whenever nothing is due: every answer has come, every write is done, no alarm is armed within the horizon, which is
    /// an hour unless ``Bounds/horizon`` says otherwise. So an application that ticks each second is never at rest.
    public static func atRest(_ name: String, _ holds: @escaping @Sendable (Frame) -> Bool) -> Law {
        Law(name, .atRest { frame, _ in holds(frame) })
    }

    /// Holds for the last frame: where `until` of the exploration ends the run, or nothing can happen any more. Drivers have
    /// settled by then.
    public static func atEnd(_ name: String, _ holds: @escaping @Sendable (Frame) -> Bool) -> Law {
        Law(name, .atEnd { frame, _ in holds(frame) })
    }

    /// When a law is looked at that knows the world.
    public enum When: Hashable, Sendable {
        case always, atRest, atEnd
    }

    /// Holds for a frame and what is around it, as the files of a disk: always, at rest, or at the end.
    ///
    ///     .inWorld(.atRest, "the total is on the disk") { frame, world in world.files["total"] == "\(frame.total)" }
    ///
    /// A write changes the disk before its event has a turn, so a law that always holds must hold in between, too.
    ///
    /// - Complexity: Always and at the end, everything is tried that may come between turns: one more run for each possibility before
    ///   each turn, within ``Bounds/preemptions``.
    public static func inWorld(_ when: When, _ name: String, _ holds: @escaping @Sendable (Frame, World) -> Bool) -> Law
    {
        switch when {
        case .always: Law(name, .always(holds, ofWorld: true))
        case .atRest: Law(name, .atRest(holds, ofWorld: true))
        case .atEnd: Law(name, .atEnd(holds, ofWorld: true))
        }
    }

    /// A frame that satisfies the first condition is followed by one that satisfies the second, at the latest when nothing is
    /// due any more, and before the run ends. A due happening comes at some time; one that is only offered need not.
    public static func leadsTo(
        _ name: String, from: @escaping @Sendable (Frame) -> Bool, to: @escaping @Sendable (Frame) -> Bool
    ) -> Law {
        Law(name, .leadsTo({ frame, _ in from(frame) }, { frame, _ in to(frame) }))
    }

    /// Holds for some frame of some run: fails if no order leads there.
    public static func sometimes(_ name: String, _ holds: @escaping @Sendable (Frame) -> Bool) -> Law {
        Law(name, .sometimes { frame, _ in holds(frame) })
    }

    /// At rest, all orders of the same happenings have led to the same. Happenings of one lane keep their order.
    ///
    /// - Parameters:
    ///   - name: The sentence that it is.
    ///   - part: The part of the frame that has to be the same.
    public static func agrees<Part: Hashable & SendableMetatype>(
        _ name: String, on part: @escaping @Sendable (Frame) -> Part
    ) -> Law {
        Law(
            name,
            .agrees { frame, fingerprint in
                let part = part(frame)
                fingerprint.combine(part)
                return readableText(part)
            })
    }

    /// The application, started again from any frame at rest, comes to rest with the same frame. Only for a `CycledLens`.
    public static func resumes(_ name: String = "it resumes from every frame") -> Law {
        Law(name, .resumes)
    }

    /// Calls and answers are such as a service could have given that takes one call at a time, each between its call and its answer.
    ///
    ///     .linearizable("the board is one register", of: Register()) { before, after in
    ///         after.clients.flatMap { events(of: before?.clients[$0.name], $0) }
    ///     }
    ///
    /// It is looked at after each turn, so the failure is the first answer that no order allows. The report has the longest order that is
    /// possible, and the operation that cannot come behind it.
    ///
    /// - Parameters:
    ///   - name: The sentence that it is.
    ///   - model: The service.
    ///   - limit: How many orders of calls under way that make a difference are told apart, at most; no fewer than 1. More are an error.
    ///   - events: The calls that a turn has made and the answers that it has brought, in order, out of the frames before and after it. Before
    ///     the first turn of a start, as after a power cut, there is no frame, and all calls under way are lost.
    /// - Complexity: The results of the orders that are possible are a part of each state, and no order is left out
    ///   (``Bounds/leavesOutOrders``).
    /// - Source: Herlihy and Wing, "Linearizability", 1990.
    public static func linearizable<Model: SequentialModel>(
        _ name: String, of model: Model, upTo limit: Int = 100_000,
        _ events:
            @escaping @Sendable (_ before: Frame?, _ after: Frame) -> [HistoryEvent<Model.Call, Model.Answer>]
    ) -> Law where Frame: SendableMetatype {
        Law(name, .history { LinearizabilityWatch(model, upTo: limit, events) })
    }
}
