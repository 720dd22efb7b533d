import CycleBase

/// Lines for the standard input of a program while it runs.
///
/// The application numbers its lines. The driver writes each once, as fast as the program reads, and reports how far it has come:
/// ``ProcessDriver/Event/inputTaken(_:end:)``. A frame may drop those lines, and raises ``first``.
///
///     .init("calculator", .init("bc"), input: .init(frame.questions, from: frame.answerCount))
public struct ProcessInput: Hashable, Sendable, Codable {
    /// Without their ends. A line with a line break in it is read as several.
    public var lines: [String]
    /// The number of the first line.
    public var first: Int
    /// Whether the input ends behind the last line.
    public var isComplete: Bool

    /// Some lines.
    public init(_ lines: [String] = [], from first: Int = 0, isComplete: Bool = false) {
        self.lines = lines
        self.first = first
        self.isComplete = isComplete
    }

    /// The lines from a number on that are written together.
    ///
    /// - Returns: Their bytes, and the number behind the last of them.
    func batch(from next: Int) -> (bytes: [UInt8], end: Int) {
        var (bytes, end) = ([UInt8](), max(next, first))
        for line in lines.dropFirst(end.subtractingSaturated(first)) where end < .max {
            if !bytes.isEmpty, bytes.count + line.utf8.count >= Self.batchSize { break }
            bytes += line.utf8
            bytes.append(UInt8(ascii: "\n"))
            end += 1
        }
        return (bytes, end)
    }

    private static let batchSize = 65_536
}
