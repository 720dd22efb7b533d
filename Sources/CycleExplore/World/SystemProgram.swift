import Cycle
import CycleTesting

/// One program of several, as its world and the run know it: it runs, ends, and is started again.
protocol SystemProgram: Explorable {
    var name: String { get }
    var world: World { get }
    /// Whether it runs.
    var isUp: Bool { get }
    /// Whether the author of the world has allowed it to crash, or to lose its power.
    var mayFail: Bool { get }
    /// Whether nothing waits in it, and nothing can come.
    var isOver: Bool { get }
    /// The frame, as it is or as it is shown.
    var anyFrame: Any { get }

    /// Has laws see another frame, from now on; `nil` for its own.
    func show(_ frame: Any?)
    /// Adds the frame to a state.
    func rememberFrame(in memory: inout Fingerprint)

    /// Makes the application, where there is none.
    func prepare()
    func start()
    /// Takes a turn.
    ///
    /// - Returns: Whether there was one.
    func step() -> Bool
    func stop()
    /// Its power fails, and that of its disk alone.
    func losesPower()
    /// Calls back for each turn, with its lens and its event, also after a new start; `nil` ends that.
    func observe(_ receive: ((_ lens: String, _ event: Any) -> Void)?)
}

extension SystemProgram {
    /// All that may happen to it and in its world, with its name before each lane.
    ///
    /// - Parameter canFail: Whether faults may happen.
    func choices(canFail: Bool) -> [WorldChoice] {
        var choices: [WorldChoice] = []
        for var possibility in possibilities where canFail || possibility.kind != .fault {
            possibility.program = world.number
            choices.append(WorldChoice(part: self, possibility: possibility, program: self))
        }
        guard isUp else { return choices }
        let lanes = lanes
        for part in world.parts {
            for possibility in part.possibilities where canFail || possibility.kind != .fault {
                choices.append(WorldChoice(part: part, possibility: own(possibility, lanes), program: self))
            }
        }
        return choices
    }

    /// All that it could ever offer.
    var wholeAlphabet: [Possibility] {
        let lanes = lanes
        return world.parts.flatMap(\.alphabet).map { own($0, lanes) }
    }

    private var lanes: ProgramLanes { world.memo.kept { ProgramLanes() } }

    private func own(_ possibility: Possibility, _ lanes: ProgramLanes) -> Possibility {
        var possibility = possibility
        possibility.lane = lanes.lane(possibility.lane, of: name)
        possibility.program = world.number
        return possibility
    }
}

/// The names of a program's lanes, made once for all worlds of a thread.
private final class ProgramLanes {
    private var known: [String: String] = [:]

    func lane(_ lane: String, of program: String) -> String {
        if let known = known[lane] { return known }
        let name = "\(program) \(lane)"
        known[lane] = name
        return name
    }
}
