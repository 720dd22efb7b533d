public import Cycle
import CycleBase

/// Plays recorded events and frames into a running loop.
///
///     let playback = Playback<Counter>()
///     let cycle = CycledLens(startingWith: Counter()) { frames in
///         MutatingLens.zip(
///             frames.lens(
///                 driver: playback.playing(ConsoleDriver(), as: "console"), label: "console", frameFilter: screen,
///                 eventFilter: counted),
///             frames.lens(events: playback.frames, eventFilter: { $0 = $1 }))
///     }
///     session.selectNext()
///     try session.playable.map(playback.play)
///
/// An event reaches its lens's own event-filter, in its turn, as if the driver had reported it; a frame is set from
/// outside and leads on from there. As long as the playback has a reference, the loop has a source that has not ended.
///
/// Confined to one isolation, which need not be the loop's: what is played goes through the loop's inlets.
public final class Playback<Frame: Decodable & Sendable> {
    /// The frames that are set, to be joined to the loop.
    public let frames: Signal<Frame>
    private let inlet: Inlet<Frame>
    private var players: [String: (RecordedValue) throws -> Void] = [:]

    /// A playback of one loop.
    public init() {
        (frames, inlet) = Signal<Frame>.pipe()
    }

    deinit { inlet.end() }

    /// A driver to which played events come as well as its own.
    ///
    /// - Parameters:
    ///   - driver: Goes on as it would without playback.
    ///   - lens: The label or path of its lens, as recordings name it.
    public func playing<Base: Driver>(_ driver: Base, as lens: String) -> PlayedDriver<Base>
    where Base.Event: Decodable {
        let (events, inlet) = Signal<Base.Event>.pipe()
        players[lens] = { inlet.send(try $0.decoded()) }
        return PlayedDriver(base: driver, played: events)
    }

    /// Plays an event or a frame.
    ///
    /// - Throws: ``PlaybackError``.
    public func play(_ playable: MonitorSession.Playable) throws(PlaybackError) {
        switch playable {
        case .frame(let frame):
            try decoding { inlet.send(try frame.decoded()) }
        case .event(let event, let lens):
            guard let player = players[lens] else { throw .noDriver(lens: lens) }
            try decoding { try player(event) }
        }
    }

    private func decoding(_ play: () throws -> Void) throws(PlaybackError) {
        do { try play() } catch { throw .undecodable(JSONEncoding.text(of: error)) }
    }
}

/// A driver whose events come from a playback too.
public struct PlayedDriver<Base: Driver>: Driver {
    let base: Base
    let played: Signal<Base.Event>

    public func eventsCapturedAfterRendering(model: Signal<Base.Model>) -> Signal<Base.Event> {
        base.eventsCapturedAfterRendering(model: model).merge(with: played)
    }
}

/// Why something cannot be played.
public enum PlaybackError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No driver of this lens was given to the playback.
    case noDriver(lens: String)
    /// The event or the frame is not what its type reads.
    case undecodable(String)

    public var description: String {
        switch self {
        case .noDriver(let lens): "no driver plays \(lens): wrap it by playing(driver, as: \(lens.quotedJSON))"
        case .undecodable(let reason): "cannot be played: \(reason)"
        }
    }
}
