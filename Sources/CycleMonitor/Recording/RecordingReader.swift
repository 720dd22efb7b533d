import CycleBase

/// Reads a recording moment by moment, without trusting it: however long it is, one frame is in memory.
///
///     var reader = try RecordingReader(path: "counter.jsonl")
///     while let moment = try reader.next() { print(moment) }
///
/// The file is JSON Lines: a header, then a moment a line. A line that cannot be read is a fault, and all others count:
/// a file that was being written when its program was killed is as good as it was.
public struct RecordingReader {
    /// The newest that was read: a recording that is continued by another program has another one from there on.
    public private(set) var header: RecordingHeader
    /// The lines that could not be read so far, in order.
    public private(set) var faults: [Recording.Fault] = []
    /// How many values were read, as JSON counts them.
    private(set) var valueCount = 0
    private let file: LineFile
    private let limits: RecordingLimits
    private var lines: LineReader
    /// The lines before this one are read for their frames only.
    private var firstLine = 2

    var lineCount: Int { file.lineNumber }

    /// Opens a file, and reads its header.
    public init(path: String, limits: RecordingLimits = RecordingLimits()) throws(RecordingError) {
        file = try LineFile(path: path, limits: limits)
        self.limits = limits
        lines = LineReader(limits: limits)
        guard let line = try file.next() else { throw file.error(.notARecording) }
        let json: JSON
        do { json = try JSONParser.parse(line.bytes) } catch { throw file.error(.notARecording) }
        do { header = try RecordingHeader(json) } catch { throw file.error(error) }
    }

    /// Begins with a moment, and reads of what is before no more than its frame needs.
    ///
    /// - Parameters:
    ///   - path: Of the recording.
    ///   - number: Of the moment. Where there is none, the next one comes first.
    ///   - limits: Beyond them, reading ends with an error.
    /// - Complexity: The file is searched for the ends of its lines; some twenty lines of it, and those since the last
    ///   whole frame, are decoded.
    public init(path: String, from number: Int, limits: RecordingLimits = RecordingLimits()) throws(RecordingError) {
        try self.init(path: path, limits: limits)
        var marks: [LineFile.Mark] = []
        while let line = try file.next() { marks.append(line.mark) }
        let first = try index(of: number, in: marks)
        firstLine = first < marks.count ? marks[first].number : .max
        guard first < marks.count else { return }
        file.goBack(to: marks[try beginning(before: first, in: marks)])
    }

    /// The first line of this moment, or of one behind it.
    private mutating func index(of number: Int, in marks: [LineFile.Mark]) throws(RecordingError) -> Int {
        var range = 0..<marks.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            // A line that cannot be read counts as the next one that can.
            var probe = middle
            while probe < range.upperBound, try json(marks[probe])?["seq"]?.integer == nil { probe += 1 }
            if probe < range.upperBound, let found = try json(marks[probe])?["seq"]?.integer, found < number {
                range = (probe + 1)..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        return range.lowerBound
    }

    /// The line from which on the frame before a line is known.
    private mutating func beginning(before first: Int, in marks: [LineFile.Mark]) throws(RecordingError) -> Int {
        guard let line = try json(marks[first]), line["context"] == nil, line["lens"]?.string != RecordedMoment.start
        else { return first }
        for index in (0..<first).reversed() where try json(marks[index])?["effect"] != nil { return index }
        return first
    }

    /// `nil` for a line that cannot be read.
    private func json(_ mark: LineFile.Mark) throws(RecordingError) -> JSON? {
        file.goBack(to: mark)
        guard let line = try file.next() else { return nil }
        do { return try JSONParser.parse(line.bytes) } catch { return nil }
    }

    /// The next moment; `nil` at the end.
    public mutating func next() throws(RecordingError) -> RecordedMoment? {
        while let line = try file.next() {
            switch read(line) {
            case .moment(let moment):
                if line.number >= firstLine { return moment }
            case .header(let json):
                do { header = try RecordingHeader(json) } catch { throw file.error(error) }
            case .flaw(let reason):
                note(line.isTorn ? Recording.tornLine : reason, line)
            }
        }
        if file.endsSuddenly, faults.last?.reason != Recording.suddenEnd {
            faults.append(Recording.Fault(line: file.lineNumber + 1, reason: Recording.suddenEnd, isTorn: true))
        }
        return nil
    }

    private enum Content {
        case moment(RecordedMoment)
        case header(JSON)
        case flaw(String)
    }

    private mutating func read(_ line: LineFile.Line) -> Content {
        do {
            let json = try parse(line)
            if json["format"] != nil { return .header(json) }
            let moment = try lines.moment(json)
            if let gap = lines.gap { note(gap, line, isTorn: false) }
            return .moment(moment)
        } catch {
            return .flaw(error.reason)
        }
    }

    private mutating func parse(_ line: LineFile.Line) throws(JSONParser.Flaw) -> JSON {
        do {
            return try JSONParser.parse(line.bytes, valueCount: &valueCount)
        } catch {
            lines.forgetFrame()
            throw error
        }
    }

    private mutating func note(_ reason: String, _ line: LineFile.Line, isTorn: Bool? = nil) {
        guard line.number >= firstLine else { return }
        faults.append(Recording.Fault(line: line.number, reason: reason, isTorn: isTorn ?? line.isTorn))
    }
}
