import CycleBase

/// How a sample ends when something is wrong.
package enum Program {
    /// The options of the command line. The program ends here when the user asks for help or makes a mistake.
    ///
    /// - Parameter make: Checks the values.
    package static func options<Options>(
        of program: String, known: [Arguments.Option], help: String,
        _ make: (Arguments) throws(Arguments.Mistake) -> Options
    ) -> Options {
        do throws(Arguments.Mistake) {
            let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()), options: known)
            if arguments.isAskingForHelp { print(help) }
            return try make(arguments)
        } catch {
            refuse(error, in: program)
        }
    }

    /// The words of a command line without options. Asked for help, or refused, the program ends here.
    ///
    /// - Parameters:
    ///   - program: The name of the program.
    ///   - help: The help text, printed also after a mistake.
    ///   - least: How many words there must be.
    ///   - limit: How many there may be.
    ///   - isRight: Whether a word may stand there.
    package static func words(
        of program: String, help: String, atLeast least: Int = 0, atMost limit: Int = .max,
        where isRight: (String) -> Bool = { _ in true }
    ) -> [String] {
        let words = Array(CommandLine.arguments.dropFirst())
        return check(words, of: program, help: help, atLeast: least, atMost: limit, where: isRight)
    }

    /// The words of a command line with one option, and its value. Asked for help, or refused, the program ends here.
    ///
    /// - Parameter option: Stands before its value, anywhere.
    package static func words(
        of program: String, help: String, atLeast least: Int, option: String
    ) -> (words: [String], value: String?) {
        var words = Array(CommandLine.arguments.dropFirst())
        var value: String?
        if let place = words.firstIndex(of: option) {
            guard place + 1 < words.count else { refuse(.init("\(option) needs a value\n\(help)"), in: program) }
            value = words[place + 1]
            words.removeSubrange(place...place + 1)
        }
        return (check(words, of: program, help: help, atLeast: least, atMost: .max) { _ in true }, value)
    }

    private static func check(
        _ words: [String], of program: String, help: String, atLeast least: Int, atMost limit: Int,
        where isRight: (String) -> Bool
    ) -> [String] {
        if words.contains("--help") || words.contains("-h") { print(help) }
        if words.count < least { refuse(.init("something is missing\n\(help)"), in: program) }
        if let wrong = words.first(where: { $0.hasPrefix("-") || !isRight($0) }) ?? words.dropFirst(limit).first {
            refuse(.init("\(wrong) is not expected\n\(help)"), in: program)
        }
        return words
    }

    /// Prints `text` and ends well, if it can be printed.
    package static func print(_ text: String) -> Never {
        guard write(text, to: 1) else { failPrinting() }
        exit(0)
    }

    /// Ends well, if all that was printed by the standard library is where it should be.
    package static func end() -> Never {
        guard fflush(nil) == 0 else { failPrinting() }
        exit(0)
    }

    private static func failPrinting() -> Never {
        // As every program does whose reader has gone.
        if errno == EPIPE { exit(0) }
        let program = CommandLine.arguments.first?.split(separator: "/").last ?? "program"
        fail("the output cannot be written: \(String(cString: strerror(errno))); write elsewhere", in: String(program))
    }

    /// Complains about the command line: exit code 2.
    package static func refuse(_ mistake: Arguments.Mistake, in program: String) -> Never {
        write("\(program): \(mistake)", to: 2)
        exit(2)
    }

    /// Says what went wrong: exit code 1, unless it has a meaning of its own.
    package static func fail(_ problem: String, in program: String, code: Int32 = 1) -> Never {
        write("\(program): \(problem)", to: 2)
        exit(code)
    }

    @discardableResult
    private static func write(_ text: String, to descriptor: Int32) -> Bool {
        var bytes = Array((text + "\n").utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return false }
            bytes = bytes.dropFirst(count)
        }
        return true
    }

    private static let systemWrite = write(_:_:_:)
}
