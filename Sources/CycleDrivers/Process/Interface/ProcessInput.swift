import CycleBase

/// Lines for the standard input of a program while it runs, or what is typed into its terminal.
///
/// The application numbers its lines. The driver writes each once, as fast as the program reads, and reports how far it has come:
/// ``ProcessDriver/Event/inputTaken(_:end:)``. A frame may drop those lines, and raises ``first``.
/// The numbers go on as long as the program is in the model: where ``first`` is 0 again, lines are written from the first new number on.
///
///     .init("calculator", .init("bc"), input: .init(frame.questions, from: frame.answerCount))
///     .init("editor", .init("vi"), input: .init(typed: ["i", "text", "\u{1b}"]), terminal: .init(columns: 80, rows: 24))
public struct ProcessInput: Hashable, Sendable {
    /// Without their ends. A line with a line break in it is read as several.
    public var lines: [String]
    /// The number of the first line.
    public var first: Int
    /// Whether the input ends behind the last line. In a terminal that is Ctrl-D, which a program sees that reads lines.
    public var isComplete: Bool
    /// Whether the texts are written as they stand, as they are typed, and no end of a line behind each.
    public var isTyped = false

    /// Some lines.
    public init(_ lines: [String] = [], from first: Int = 0, isComplete: Bool = false) {
        self.lines = lines
        self.first = first
        self.isComplete = isComplete
    }

    /// Some texts that are written as they stand, numbered as lines are: in a terminal, a `\r` is the Return key.
    public init(typed texts: [String], from first: Int = 0, isComplete: Bool = false) {
        self.init(texts, from: first, isComplete: isComplete)
        isTyped = true
    }

    /// The lines from a number on that are written together.
    ///
    /// - Returns: Their bytes, and the number behind the last of them.
    func batch(from next: Int) -> (bytes: [UInt8], end: Int) {
        lines.batch(from: first, startingAt: next, size: { $0.utf8.count + 1 }) { line, bytes in
            bytes += line.utf8
            if !isTyped { bytes.append(UInt8(ascii: "\n")) }
        }
    }
}

extension ProcessInput: Codable {
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try fields.decode([String].self, forKey: .lines), from: try fields.decode(Int.self, forKey: .first),
            isComplete: try fields.decode(Bool.self, forKey: .isComplete))
        // Older recordings have no such field.
        isTyped = try fields.decodeIfPresent(Bool.self, forKey: .isTyped) ?? false
    }
}
