import Cycle
import CycleDrivers

/// Questions without a screen: a line is printed, and a line is read.
struct PlainTalk: Sendable {
    /// The reply to a question.
    enum Answer: Equatable {
        case line(String)
        /// The input has ended.
        case ended
        /// Nothing came in time.
        case late
    }

    var say: @Sendable (String) async -> Void
    /// Waits for a line, no longer than so long.
    var hear: @Sendable (_ timeout: Duration?) -> Answer

    /// Standard error, so that the answers of a script can be piped; lines of standard input are read by the standard
    /// library, which keeps what comes after them for the next question.
    @available(iOS, unavailable, message: "iOS has no terminal")
    static let standard = PlainTalk(say: { await print($0) }, hear: hearLine)

    @available(iOS, unavailable, message: "iOS has no terminal")
    @Sendable
    private static func hearLine(_ timeout: Duration?) -> Answer {
        if let timeout, !ConsoleDriver(output: 2).hasInput(within: timeout) { return .late }
        return readLine().map { .line($0) } ?? .ended
    }

    @available(iOS, unavailable, message: "iOS has no terminal")
    private static func print(_ line: String) async {
        let cycle = CycledLens(startingWith: line) { frames in
            frames.lens(driver: ConsoleDriver(output: 2), frameFilter: { .lines($0) })
        }
        await cycle.run(until: { _ in true })
    }

    /// How long there is to answer, behind a question.
    private func hint(_ timeout: Duration?) -> String {
        timeout.map { " (\(("\(clock: $0)" as StyledText).text))" } ?? ""
    }

    /// Reads a line that the rules allow. It prints the mistake of any other line, and asks again.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - standard: The answer for an empty line, and, if the rules allow it, for no line within the time.
    ///   - rules: The rules for the answer.
    ///   - timeout: How long to wait for each line.
    func ask(_ question: String, default standard: String, rules: [TextRule], timeout: Duration?) async -> String? {
        while true {
            await say((standard.isEmpty ? question : "\(question) [\(standard)]") + hint(timeout))
            let answer: String
            switch hear(timeout) {
            case .line(let line): answer = line.isEmpty ? standard : line
            case .ended: return nil
            case .late: return standard.isEmpty || rules.problem(in: standard) != nil ? nil : standard
            }
            guard let problem = rules.problem(in: answer) else { return answer }
            await say(problem)
        }
    }

    /// Lines up to one that is a dot alone, or the end of the input; none stand for `standard`.
    func askText(_ question: String, default standard: String) async -> String {
        await say("\(question) (a dot alone ends it)")
        var lines: [String] = []
        while case .line(let line) = hear(nil), line != "." { lines.append(line) }
        return lines.isEmpty ? standard : lines.joined(separator: "\n")
    }

    /// Some of the options, by their numbers.
    func choose(_ question: String, from options: [String], limit: Int, timeout: Duration?) async -> [Int]? {
        guard !options.isEmpty else { return nil }
        let list = options.enumerated().map { "\($0.offset + 1). \($0.element)" }
        let range =
            limit > 1 ? "numbers from 1 to \(options.count), apart by blanks" : "a number from 1 to \(options.count)"
        await say(([question] + list).filter { !$0.isEmpty }.joined(separator: "\n"))
        while true {
            await say(range + hint(timeout))
            guard case .line(let line) = hear(timeout) else { return nil }
            let words = line.split { $0 == " " || $0 == "," }
            let numbers = words.compactMap { Int($0) }.filter { 1...options.count ~= $0 }
            let isRight = numbers.count == words.count && (limit > 1 ? numbers.count <= limit : numbers.count == 1)
            if isRight { return Array(Set(numbers.map { $0 - 1 })).sorted() }
        }
    }

    func confirm(_ question: String, default standard: Bool, timeout: Duration?) async -> Bool? {
        while true {
            await say("\(question) [\(standard ? "Y/n" : "y/N")]" + hint(timeout))
            switch hear(timeout) {
            case .ended: return nil
            case .late, .line(""): return standard
            case .line("y"), .line("Y"), .line("yes"), .line("Yes"), .line("YES"): return true
            case .line("n"), .line("N"), .line("no"), .line("No"), .line("NO"): return false
            case .line: await say("y or n")
            }
        }
    }
}
