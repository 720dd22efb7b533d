import CycleBase

/// A recording that is looked at in its file, however long it is: an index of 32 bytes a moment is in memory, and the frames
/// around those that were looked at last.
///
///     let moments = try IndexedRecording(path: "counter.jsonl")
///     print(try moments.moment(at: moments.count - 1))
///
/// The file must not change during that, but for lines that are appended to it: they are not seen.
///
/// - Complexity: Opening reads the file once. A moment takes the lines since the last whole frame, at most; one beside a moment
///   that was looked at takes one line.
public final class IndexedRecording: InspectedMoments, SelectedMoments {
    private let file: LineFile
    private let index: RecordingIndex
    private let limits: RecordingLimits
    /// Readers that know the frame before a moment.
    private var readers = LatestEntries<LineReader>(256)
    private var moments = LatestEntries<RecordedMoment>(64)
    private let touches: TouchedPlaces

    /// - Parameters:
    ///   - path: Of the recording.
    ///   - limits: Beyond them, opening ends with an error. By default more than ``Recording`` takes: 64 GB and ten million
    ///     lines.
    /// - Throws: A file that is not a recording, or cannot be read. A line that cannot be read is a fault.
    public init(
        path: String, limits: RecordingLimits = RecordingLimits(byteCount: 64 << 30, lineCount: 10_000_000)
    ) throws(RecordingError) {
        let file = try LineFile(path: path, limits: limits)
        self.file = file
        self.limits = limits
        index = try RecordingIndex(file)
        touches = TouchedPlaces(file, index.entries)
    }

    /// The newest header of the file.
    public var header: RecordingHeader { index.header }
    var savedSelection: Int? { header.savedSelection }
    /// The number of moments.
    public var count: Int { index.entries.count }
    /// As they first appear in the file.
    public var lenses: [String] { index.lenses }
    /// The lines that could not be read when the file was opened.
    public var faults: [Recording.Fault] { index.faults }
    /// How much memory the index of one moment takes.
    public static var byteCountPerMoment: Int { MemoryLayout<RecordingIndex.Entry>.stride }

    /// - Complexity: O(1).
    public func summary(at index: Int) -> MomentSummary {
        let entry = self.index.entries[index]
        return MomentSummary(entry, lens: lenses[Int(entry.lens)])
    }

    /// - Complexity: O(lines since the last whole frame), or one line beside a moment that was looked at.
    public func moment(at index: Int) throws(Recording.Fault) -> RecordedMoment {
        if let moment = moments[index] { return moment }
        var (reader, first) = start(of: index)
        while first < index {
            // A moment without a known frame before it may still tell the frame after it.
            _ = read(first, &reader)
            readers.keep(reader, at: first + 1)
            first += 1
        }
        switch read(index, &reader) {
        case .success(let moment):
            readers.keep(reader, at: index + 1)
            moments.keep(moment, at: index)
            return moment
        case .failure(let fault): throw fault
        }
    }

    /// A reader that knows the frame before a line, and the first line to give to it.
    private func start(of index: Int) -> (LineReader, Int) {
        let entries = self.index.entries
        if entries[index].flags.contains(.isStart) || entries[index].flags.contains(.hasContext) {
            return (LineReader(limits: limits), index)
        }
        var first = index
        while first > 0 {
            if let reader = readers[first] { return (reader, first) }
            first -= 1
            if entries[first].flags.contains(.hasEffect) { break }
        }
        return (LineReader(limits: limits), first)
    }

    private func read(_ index: Int, _ reader: inout LineReader) -> Result<RecordedMoment, Recording.Fault> {
        let line: JSON
        do {
            line = try json(at: index)
        } catch {
            reader.forgetFrame()
            return .failure(fault((error as? JSONParser.Flaw)?.reason ?? "\(error)", index))
        }
        // A reader that does not know the frame before a line may know the one after it.
        do { return .success(try reader.moment(line)) } catch { return .failure(fault(error.reason, index)) }
    }

    private func fault(_ reason: String, _ index: Int) -> Recording.Fault {
        Recording.Fault(line: index + 2, reason: "moment \(summary(at: index).number): \(reason)", isTorn: false)
    }

    private func json(at index: Int) throws -> JSON {
        file.goBack(to: LineFile.Mark(number: 2, offset: self.index.entries[index].offset))
        guard let line = try file.next() else { throw JSONParser.Flaw(reason: "it is gone") }
        return try JSONParser.parse(line.bytes)
    }

    // MARK: Asking

    /// - Complexity: O(bytes of the range) when it is first asked for, without a value made of them; O(moments found) afterwards.
    public func moments(touching place: RecordedPath, in range: Range<Int>) -> [Int] {
        guard place == .whole else { return touches.moments(touching: place.path, in: range) }
        return range.clamped(to: 0..<count).filter { summary(at: $0).changesFrame }
    }

    /// - Complexity: O(bytes that are passed over), at the speed of `memchr`.
    public func index(of text: String, in range: Range<Int>, isBackward: Bool) -> Int? {
        var range = range.clamped(to: index.entries.indices)
        // As it stands between the quotes of JSON. The bytes may also stand in a key of the line or in an unchanged part.
        let wanted = Array(text.quotedJSON.utf8.dropFirst().dropLast())
        while !range.isEmpty, !wanted.isEmpty {
            let end = range.upperBound < count ? index.entries[range.upperBound].offset : Int.max
            let bytes = index.entries[range.lowerBound].offset..<end
            guard let offset = file.offset(of: wanted, in: bytes, isBackward: isBackward) else { return nil }
            let found = index.entry(at: offset, in: range)
            if contains(text, found) { return found }
            range = isBackward ? range.lowerBound..<found : found + 1..<range.upperBound
        }
        return nil
    }

    private func contains(_ text: String, _ index: Int) -> Bool {
        do { return try moment(at: index).contains(text) } catch { return true }
    }
}

extension RecordingIndex {
    /// The last moment of a range whose line begins at an offset of the file, or before it.
    fileprivate func entry(at offset: Int, in range: Range<Int>) -> Int {
        max(range.lowerBound, range.partitioningIndex { entries[$0].offset > offset } - 1)
    }
}
