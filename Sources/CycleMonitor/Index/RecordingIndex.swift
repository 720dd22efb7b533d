import CycleBase

/// Where each moment of a recording stands in its file, and what is shown of it in a list: 32 bytes a moment.
struct RecordingIndex {
    /// Properties of a moment that are found in its line without decoding it.
    struct Flags: OptionSet {
        let rawValue: UInt8

        static let isStart = Flags(rawValue: 1)
        static let changesFrame = Flags(rawValue: 2)
        static let isApproved = Flags(rawValue: 4)
        /// The frame after is written as a whole.
        static let hasEffect = Flags(rawValue: 8)
        static let hasContext = Flags(rawValue: 16)
    }

    struct Entry {
        /// Where the line begins.
        let offset: Int
        let number: Int
        /// The loop's time in nanoseconds.
        let time: Int64
        /// The place of the lens's name in ``RecordingIndex/lenses``.
        let lens: UInt16
        let flags: Flags
    }

    private(set) var header: RecordingHeader
    private(set) var entries: [Entry] = []
    /// The names of lenses, in the order in which they first appear.
    private(set) var lenses: [String] = []
    private(set) var faults: [Recording.Fault] = []
    private var lensNumbers: [String: UInt16] = [:]
    /// Most lines come from the lens of the line above.
    private var latestLens: (bytes: [UInt8], number: UInt16) = ([], 0)

    /// So many faults are kept; the others are counted in the last one.
    private static let faultLimit = 1_000
    private var unlistedCount = 0
    private static let lensLimit = 60_000

    /// Reads a file once, front to back, and keeps no line of it.
    init(_ file: LineFile) throws(RecordingError) {
        guard let first = try file.next() else { throw file.error(.notARecording) }
        let json: JSON
        do { json = try JSONParser.parse(first.bytes) } catch { throw file.error(.notARecording) }
        do { header = try RecordingHeader(json) } catch { throw file.error(error) }
        var problem: RecordingError.Problem?
        try file.scan { mark, line, isTorn in
            guard mark.number > 1, problem == nil else { return }
            do throws(RecordingError.Problem) { try add(mark, line, isTorn: isTorn) } catch { problem = error }
        }
        if let problem { throw file.error(problem) }
        if file.endsSuddenly {
            faults.append(Recording.Fault(line: entries.count + 2, reason: Recording.suddenEnd, isTorn: true))
        }
    }

    private mutating func add(
        _ mark: LineFile.Mark, _ line: UnsafeRawBufferPointer, isTorn: Bool
    ) throws(RecordingError.Problem) {
        if let head = MomentHead(line) {
            let lens = number(ofLens: line[head.lens])
            let time = head.time
            entries.append(
                Entry(offset: mark.offset, number: head.number, time: time, lens: lens, flags: head.flags))
        } else {
            try addSlowly(mark, line, isTorn: isTorn)
        }
    }

    /// A line of another program or of an earlier version, a header, or no line of a recording at all.
    private mutating func addSlowly(
        _ mark: LineFile.Mark, _ line: UnsafeRawBufferPointer, isTorn: Bool
    ) throws(RecordingError.Problem) {
        let json: JSON
        do { json = try JSONParser.parse(Array(line)) } catch { return note(error.reason, mark, isTorn: isTorn) }
        if json["format"] != nil {
            header = try RecordingHeader(json)
            return
        }
        let cause = json["cause"] ?? json
        let isOld = json["cause"] != nil
        guard let lens = cause[isOld ? "driver" : "lens"]?.string, let number = json["seq"]?.integer, number >= 0,
            case .number(let digits)? = json["time"], let time = Duration(seconds: digits), cause["event"] != nil
        else { return note("it is not a moment", mark, isTorn: isTorn) }
        let bytesOfLens = Array(lens.utf8)
        let lensNumber = bytesOfLens.withUnsafeBytes { self.number(ofLens: $0[...]) }
        let nanoseconds = Int64(min(time.inSeconds, 9e9) * 1e9)
        entries.append(
            Entry(offset: mark.offset, number: number, time: nanoseconds, lens: lensNumber, flags: json.flags(lens)))
    }

    private mutating func number(ofLens bytes: Slice<UnsafeRawBufferPointer>) -> UInt16 {
        if !lenses.isEmpty, bytes.elementsEqual(latestLens.bytes) { return latestLens.number }
        let name = String(decoding: bytes, as: UTF8.self)
        let number = lensNumbers[name] ?? UInt16(min(lenses.count, Self.lensLimit))
        if lensNumbers[name] == nil, lenses.count <= Self.lensLimit {
            lensNumbers[name] = number
            lenses.append(lenses.count < Self.lensLimit ? name : "others")
        }
        latestLens = (Array(bytes), number)
        return number
    }

    private mutating func note(_ reason: String, _ mark: LineFile.Mark, isTorn: Bool) {
        let reason = isTorn ? Recording.tornLine : reason
        guard faults.count == Self.faultLimit else {
            return faults.append(Recording.Fault(line: mark.number, reason: reason, isTorn: isTorn))
        }
        unlistedCount += 1
        let text = "\(reason); \(unlistedCount) faults before this one are not listed"
        faults[Self.faultLimit - 1] = Recording.Fault(line: mark.number, reason: text, isTorn: isTorn)
    }
}

extension JSON {
    fileprivate func flags(_ lens: String) -> RecordingIndex.Flags {
        var flags: RecordingIndex.Flags = []
        if lens == RecordedMoment.start { flags.insert(.isStart) }
        if self["approved"] == .bool(true) { flags.insert(.isApproved) }
        if self["effect"] != nil { flags.insert(.hasEffect) }
        if self["context"] != nil { flags.insert(.hasContext) }
        let changes =
            if let change = self["change"] { change != .array([]) } else { self["context"] != self["effect"] }
        if changes { flags.insert(.changesFrame) }
        return flags
    }
}
