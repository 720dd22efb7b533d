import Cycle
import SampleArguments

/// The options of the command line.
struct Options: Equatable, Sendable {
    var policy = AnimationPolicy.replace
    /// Ticks a second.
    var rate = 60.0

    static let known = [
        Arguments.Option(
            "--policy", AnimationPolicy.allCases.map(\.rawValue).joined(separator: "|"),
            "what a key does to the animation in flight (replace)"),
        Arguments.Option("--rate", "N", "ticks a second (60)"),
    ]

    static let help = Arguments.help(
        """
        animated-integer moves a number to its target: + and - move the target by ten, q quits.
        On a terminal it listens to keys, elsewhere it reads a command a line and prints every frame.

        usage: animated-integer [option]...
        """, options: known)

    init() {}

    init(_ arguments: Arguments) throws(Arguments.Mistake) {
        if let name = arguments["--policy"] {
            guard let policy = AnimationPolicy(rawValue: name) else {
                let names = AnimationPolicy.allCases.map(\.rawValue).joined(separator: ", ")
                throw Arguments.Mistake("--policy \(name): not one of \(names)")
            }
            self.policy = policy
        }
        rate = try arguments.positiveNumber("--rate") ?? rate
    }
}
