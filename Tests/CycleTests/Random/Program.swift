import Cycle

/// A signal of integers as a value: what is generated, interpreted by the reference, built of real operators, shrunk and
/// printed. All values are kept between 0 and 63.
indirect enum Program: Hashable {
    // Sources.
    case from([Int])
    case never
    case ticks(Int)
    /// A source of one's own making: at each time after its start what it emits; -1 is the end. Its start and stop count.
    case script(Int, [Beat])
    /// Fed from outside.
    case pipe(Int)
    /// One of the signals that all of the program shares.
    case shared(Int)
    /// The model of a driver, or the frames of a lens; where there is none, it is empty.
    case model
    /// The value that the signal around it was started for, plus a number.
    case input(Int)

    // One signal.
    case map(Int, Program)
    case filter(Int, Program)
    case compactMap(Int, Program)
    case scan(Program)
    case removeDuplicates(Program)
    case combinePrevious(Program)
    case prefixed(Int, Program)
    case prefix(Int, Program)
    case handle(Int, Deed, Program)
    case ignoringValues(Program)
    case inTurns(Program)
    case delay(Int, Program)
    case debounce(Int, Program)
    case throttle(Int, latest: Bool, Program)
    case sample(Int, Program)

    // Many signals.
    case merge([Program])
    case withLatest(Program, Program)
    case flatMap(FlattenStrategy, Program, Program)
    /// A signal that goes on with itself, as one that polls does: each value, and the same once more for it, two rounds long.
    case goingOn(FlattenStrategy, Program)
    case effects(Program, Program)
    /// One effect for each identity, which is handed the wants: so much of it at once, and the second at each want.
    case lastingEffects(Program, Program)
    /// An operator of one's own making: the first, until the second emits.
    case until(Program, Program)

    /// A call from inside a value, made when that is `value`.
    struct Deed: Hashable {
        enum Act: Hashable {
            case note
            case stop
            case restart
            /// Restarts, and goes on from the frame as it is.
            case resume
            case send(pipe: Int)
            case observe
            case leave
        }

        var value: Int
        var act: Act

        static let note = Deed(value: -1, act: .note)
    }
}

/// The work of a loop for one of its drivers, as a value. `projection` and `action` are numbers, see `RandomWhole`.
indirect enum LensProgram: Hashable {
    case events(Program, action: Int)
    case driver(Program, projection: Int, action: Int)
    /// The general form: whole frames.
    case whole(Program, projection: Int, action: Int)
    /// A driver without events.
    case watch(Program, projection: Int)
    /// A rule: what one field is, another one becomes. No two of these can change each other's cause.
    case rule(Copy)
    case part(PartKind, [LensProgram])
    /// A lens that sets a frame before all else, made of a number.
    case prefixed(Int, LensProgram)

    enum Copy: Hashable, CaseIterable {
        case rowsToTotal, totalToPair, pairToMaybe

        /// See `RandomWhole`.
        var projection: Int {
            switch self {
            case .rowsToTotal: 2
            case .totalToPair: 0
            case .pairToMaybe: 1
            }
        }

        var action: Int {
            switch self {
            case .rowsToTotal: 1
            case .totalToPair: 8
            case .pairToMaybe: 6
            }
        }
    }

    enum PartKind: Hashable, CaseIterable { case pair, maybe, route, rows }

    /// The name of the lens that stands there: some have a name of their own.
    static func label(at path: String) -> String? { path.utf8.count % 3 == 0 ? nil : "lens\(path)" }
    /// The name of the lens of a part.
    static func partLabel(at path: String) -> String? { path.utf8.count % 2 == 0 ? nil : "part\(path)" }
}

/// A whole program: a loop, what its signals share, and what comes from outside.
struct LoopProgram: Hashable {
    var lenses: [LensProgram]
    var shared: [Program] = []
    /// The values that are sent from outside; -1 is the end. All of one time is sent before any of it is taken.
    var sends: [Send] = []
    var duration = 8
    /// Whether its moments are compared, too.
    var isWatched = false

    struct Send: Hashable {
        var time: Int
        var pipe: Int
        var value: Int
    }

    static let pipeCount = 2
}

/// One of the effects that an integer asks for.
struct RandomWant: Hashable {
    var id: Int
    var version: Int

    static func wants(of value: Int) -> [RandomWant] {
        (0..<3).filter { value & (1 << $0) != 0 }.map { RandomWant(id: $0, version: value >> 4) }
    }

    var input: Int { (id * 16 + version) & 63 }
}
