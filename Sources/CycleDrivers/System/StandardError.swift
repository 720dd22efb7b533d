import CycleBase

/// Standard error: what a program says beside its results, before its loop runs or behind it.
///
///     let last = await tasks().run(until: \.isDone)
///     if let problem = last.problem {
///         StandardError.exit(1, "tasks: \(problem)")
///     }
///
/// While a screen is shown, a text on the terminal would stand in it: put it into the frame, or lead standard error elsewhere
/// (`2> trace.txt`).
public enum StandardError {
    /// Prints a text and a line break, from any thread. The lines of two threads are not mixed, but for lines of more than 512 bytes.
    ///
    /// A reader that takes nothing holds it up for half a second at most; the rest is lost.
    public static func print(_ text: String) { write(Array("\(text)\n".utf8)) }

    /// Ends the process by an exit code, at once, for a program that needs no other module for that. Call it before a loop runs or behind
    /// it: what runs is not waited for.
    ///
    /// - Parameters:
    ///   - code: The answer to the shell: 0 where all went well.
    ///   - text: Printed before, as by ``print(_:)``.
    public static func exit(_ code: Int32, _ text: String? = nil) -> Never {
        if let text { print(text) }
        CycleBase.exit(code)
    }

    /// A terminal that takes nothing does not keep the process from ending.
    static func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty, Descriptors.waitForRoom(2, milliseconds: 500) {
            let count = rest.prefix(512).withUnsafeBytes { CycleBase.write(2, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { return }
            rest = rest.dropFirst(max(count, 0))
        }
    }
}
