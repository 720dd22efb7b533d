public import Cycle
import CycleBase

/// Something that plays drivers in a test, a replay or an exploration: the twin of one of them, a script, a fake of your own.
///
///     let test = TestRun(counter(options), standIns: SimulatedConsole(), SimulatedFiles(), script.named("search.network"))
///
/// A driver of your own becomes one by declaring it: it plays all drivers that have its models and events.
///
///     extension FakeSensor: StandIn {}
public protocol StandIn {
    /// The driver that runs instead of `driver`.
    ///
    /// - Parameters:
    ///   - driver: As the application made it. Twins do as its parameters say.
    ///   - path: Where its lens stands, as moments name it: `search.network`, `rows[3].timer`.
    /// - Returns: `nil` where it cannot play that one.
    func playing<Played: Driver>(_ driver: Played, at path: String) -> (any Driver<Played.Model, Played.Event>)?
}

extension StandIn where Self: Driver {
    /// Itself, for a driver of the same models and events.
    public func playing<Played: Driver>(
        _ driver: Played, at path: String
    ) -> (any Driver<Played.Model, Played.Event>)? {
        self as? any Driver<Played.Model, Played.Event>
    }
}

extension StandIn {
    /// The same for one lens only: for each of two drivers of one type.
    ///
    /// - Parameter path: As moments name it; `rows[*].timer` is the lens of every row.
    public func named(_ path: String) -> some StandIn { NamedStandIn(standIn: self, path: path) }
}

private struct NamedStandIn: StandIn, Accountable {
    let standIn: any StandIn
    let path: String

    var unaccountedLines: [String] {
        (standIn as? any Accountable)?.unaccountedLines.map { "\(path): \($0)" } ?? []
    }

    func playing<Played: Driver>(
        _ driver: Played, at path: String
    ) -> (any Driver<Played.Model, Played.Event>)? {
        self.path == path || self.path == path.withoutIdentities ? standIn.playing(driver, at: path) : nil
    }
}

extension String {
    /// `rows[3].timer` as `rows[*].timer`.
    var withoutIdentities: String {
        guard let open = utf8.firstIndex(of: UInt8(ascii: "[")),
            let close = utf8[open...].firstIndex(of: UInt8(ascii: "]"))
        else { return self }
        return self[..<open] + "[*]" + String(self[utf8.index(after: close)...]).withoutIdentities
    }
}
