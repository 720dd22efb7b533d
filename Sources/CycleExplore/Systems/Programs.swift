import Cycle

/// A system: all programs of a world, which run beside each other, and the frame by which laws see them.
///
///     Scenario(
///         Law.atRest("all show one board") { $0.ann.notes == $0.server.notes }
///     ) { world in
///         let server = world.program("server") { _ in boardServer() }
///         let ann = world.program("ann") { world in
///             world.console.keys("ab", atMost: 2)
///             return boardClient("ann")
///         }
///         server.mayCrash(atMost: 1)
///         return Programs(in: world) { Cluster(server: server.frame, ann: ann.frame) }
///     }
public struct Programs<Frame> {
    let all: [any SystemProgram]
    let frame: () -> Frame
    private let world: World

    /// - Parameters:
    ///   - world: The whole. Where several of its programs have a turn to take, the one that was added first does.
    ///   - frame: The frame of the system, made of theirs.
    public init(in world: World, frame: @escaping () -> Frame) {
        all = world.programs
        (self.world, self.frame) = (world, frame)
        if all.isEmpty { world.note("Programs(in: world): there is no program: add one, world.program(_:_:)") }
        // The parts of a program's world are known before it starts.
        for program in all { program.prepare() }
    }

    /// All programs start. A program that was added behind the system would never run.
    func start() {
        if let late = world.programs.dropFirst(all.count).first {
            world.note("world.program(\"\(late.name)\"): it comes behind Programs(in: world): add all programs before")
        }
        for program in all { program.start() }
    }
}

extension Scenario {
    /// The laws of a system of programs.
    ///
    /// - Parameters:
    ///   - laws: The laws; at most 15.
    ///   - until: Where the run ends.
    ///   - system: Makes the programs anew, and describes their worlds.
    public init(
        _ laws: Law<Frame>..., until: @escaping @Sendable (Frame) -> Bool = { _ in false },
        _ system: @escaping @Sendable (World) -> Programs<Frame>
    ) {
        self.init(laws: laws, until: until, system)
    }

    /// The laws of a system, in an array.
    public init(
        laws: [Law<Frame>], until: @escaping @Sendable (Frame) -> Bool = { _ in false },
        _ system: @escaping @Sendable (World) -> Programs<Frame>
    ) {
        self.init(laws, until) { Application(system($0)) }
    }
}

extension Application {
    /// Several programs, each with a loop of its own.
    init(_ programs: Programs<Frame>) {
        let all = programs.all
        start = { _, _, _ in programs.start() }
        step = { all.contains { $0.step() } }
        frame = programs.frame
        stop = { for program in all { program.stop() } }
        isOver = { all.allSatisfy(\.isOver) }
        observe = { receive in
            for program in all { program.observe { receive($0, $1, programs.frame()) } }
            return Subscription { for program in all { program.observe(nil) } }
        }
        canResume = false
    }
}
