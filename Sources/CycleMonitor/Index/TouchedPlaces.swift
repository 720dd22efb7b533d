import CycleBase

/// The moments that may have changed a place of the frame, found in the bytes of their lines: no value is made of them.
///
/// The lines are looked at in blocks, each when it is first asked about, so that a place that changed a moment ago is found at once
/// in a recording of any length.
final class TouchedPlaces {
    /// Moments of one block.
    static let blockCount = 1_024
    /// Places whose blocks are kept.
    private static let placeLimit = 8
    /// A block knows the values before it from the last whole frame, where that is no further away than so many lines.
    private static let lookBackLimit = 4_096

    private let file: LineFile
    private let entries: [RecordingIndex.Entry]
    private var known: [JSONPath: [Int: [Int]]] = [:]
    private var order: [JSONPath] = []

    init(_ file: LineFile, _ entries: [RecordingIndex.Entry]) {
        (self.file, self.entries) = (file, entries)
    }

    /// - Returns: Indices of moments, ascending; all that changed the place, and seldom others.
    func moments(touching place: JSONPath, in range: Range<Int>) -> [Int] {
        let range = range.clamped(to: entries.indices)
        guard !range.isEmpty else { return [] }
        let blocks = range.lowerBound / Self.blockCount...(range.upperBound - 1) / Self.blockCount
        return blocks.flatMap { block in
            moments(touching: place, inBlock: block).filter(range.contains)
        }
    }

    private func moments(touching place: JSONPath, inBlock block: Int) -> [Int] {
        if let found = known[place]?[block] { return found }
        if known[place] == nil {
            if order.count == Self.placeLimit { known[order.removeFirst()] = nil }
            order.append(place)
        }
        let start = block * Self.blockCount
        let found = scan(start..<min(start + Self.blockCount, entries.count), for: place)
        known[place, default: [:]][block] = found
        return found
    }

    private func scan(_ block: Range<Int>, for place: JSONPath) -> [Int] {
        var scan = PlaceScan(place)
        var found: [Int] = []
        var index = lineToBegin(before: block.lowerBound)
        let end = block.upperBound < entries.count ? entries[block.upperBound].offset : .max
        do {
            try file.scan(entries[index].offset..<end) { mark, line, _ in
                // Lines that are no moments stand between.
                guard index < block.upperBound, mark.offset == entries[index].offset else { return }
                if scan.mayChange(line, entries[index].flags), index >= block.lowerBound { found.append(index) }
                index += 1
            }
        } catch {
            return Array(block)
        }
        // The file may have become shorter.
        return found + Array(max(index, block.lowerBound)..<block.upperBound)
    }

    /// The line of the last whole frame before a block.
    private func lineToBegin(before first: Int) -> Int {
        let lines = max(0, first - Self.lookBackLimit)..<first
        return lines.last { entries[$0].flags.contains(.hasEffect) } ?? first
    }
}

/// Looks at lines in their order for the changes of one place.
private struct PlaceScan {
    private let steps: [PlaceStep]
    /// The value at the place after the line before.
    private var value = PlaceValue.unknown

    init(_ place: JSONPath) {
        steps = place.steps.map(PlaceStep.init)
    }

    /// - Returns: `false` where the place is surely left as it was.
    mutating func mayChange(_ line: UnsafeRawBufferPointer, _ flags: RecordingIndex.Flags) -> Bool {
        guard flags.contains(.changesFrame) || !flags.isDisjoint(with: [.hasContext, .isStart]) else { return false }
        let isStart = flags.contains(.isStart)
        guard let head = MomentHead(line) else { return forget() }
        var scanner = ByteScanner(line, from: head.end)
        if scanner.take(",\"effect\":") {
            let (old, new) = (value, scanner.value(at: steps))
            value = new
            return isStart || old.mayDiffer(from: new)
        }
        if scanner.take(",\"change\":") { return scanner.skipPatch(touching: steps) && forget() }
        guard scanner.take(",\"context\":") else { return forget() }
        var context = scanner
        let old = context.value(at: steps)
        guard scanner.skipValue() else { return forget() }
        if scanner.take(",\"effect\":") {
            value = scanner.value(at: steps)
            return isStart || old.mayDiffer(from: value)
        }
        value = .unknown
        return !scanner.take(",\"change\":") || scanner.skipPatch(touching: steps)
    }

    private mutating func forget() -> Bool {
        value = .unknown
        return true
    }
}

/// The bytes of a value in a line.
private enum PlaceValue: Equatable {
    case unknown, nothing
    case bytes([UInt8])

    /// One writer writes equal values as equal bytes; others may be equal all the same.
    func mayDiffer(from other: PlaceValue) -> Bool { self == .unknown || other == .unknown || self != other }
}

/// A step of a place, as it stands in frames and in the pointers of patches.
private struct PlaceStep {
    /// `nil` for an index.
    let key: [UInt8]?
    /// `nil` for a key that cannot be an index.
    let index: Int?
    let pointer: [UInt8]
    /// An element that is found by a field may be any one.
    let isAny: Bool

    init(_ step: JSONPath.Step) {
        index = step.index
        key = if case .key(let key) = step { Array(key.utf8) } else { nil }
        pointer = Array(JSONPath(steps: [step]).pointer.utf8.dropFirst())
        isAny = if case .element = step { true } else { false }
    }

    /// Whether a step of a pointer is this one, or may be it in another spelling.
    func matches(_ bytes: UnsafeRawBufferPointer.SubSequence) -> Bool {
        if isAny || bytes.elementsEqual(pointer) { return true }
        if index != nil, bytes.count > 1, let first = bytes.first, "+-0".utf8.contains(first) { return true }
        return pointer.isSpelledInManyWays && bytes.isSpelledInManyWays
    }
}

extension Sequence<UInt8> {
    /// Whether Swift may find it equal to a text of other bytes.
    fileprivate var isSpelledInManyWays: Bool { contains { $0 >= 0x80 } }
}

extension ByteScanner {
    /// The bytes of the value that is found by some steps from here.
    fileprivate mutating func value(at steps: [PlaceStep]) -> PlaceValue {
        for step in steps {
            guard let isFound = enter(step) else { return .unknown }
            guard isFound else { return .nothing }
        }
        let start = index
        return skipValue() ? .bytes(Array(bytes[start..<index])) : .unknown
    }

    /// Goes to a part of the value that begins here.
    ///
    /// - Returns: Whether there is one; `nil` where that cannot be seen.
    private mutating func enter(_ step: PlaceStep) -> Bool? {
        guard !step.isAny else { return nil }
        if take("{") { return enterField(step) }
        if take("[") { return enterElement(step) }
        return index < bytes.count && bytes[index] > 0x20 ? false : nil
    }

    private mutating func enterField(_ step: PlaceStep) -> Bool? {
        guard let key = step.key else { return false }
        if take("}") { return false }
        repeat {
            guard let name = plainString(), take(":") else { return nil }
            if bytes[name].elementsEqual(key) { return true }
            if key.isSpelledInManyWays, bytes[name].isSpelledInManyWays { return nil }
            guard skipValue() else { return nil }
        } while take(",")
        return take("}") ? false : nil
    }

    private mutating func enterElement(_ step: PlaceStep) -> Bool? {
        guard let wanted = step.index, wanted >= 0 else { return false }
        if take("]") { return false }
        for _ in 0..<wanted {
            guard skipValue() else { return nil }
            if take("]") { return false }
            guard take(",") else { return nil }
        }
        return true
    }

    /// Steps over a patch.
    ///
    /// - Returns: Whether one of its operations may change the value at the place.
    fileprivate mutating func skipPatch(touching steps: [PlaceStep]) -> Bool {
        guard take("[") else { return true }
        if take("]") { return false }
        repeat {
            guard let operation = operation(), !operation.touches(steps, in: bytes) else { return true }
        } while take(",")
        return !take("]")
    }

    private mutating func operation() -> PatchOperation? {
        guard take("{") else { return nil }
        var (path, isReplacing): (Range<Int>?, Bool) = (nil, false)
        repeat {
            guard let name = plainString(), take(":") else { return nil }
            if bytes[name].elementsEqual("op".utf8) {
                guard let kind = plainString() else { return nil }
                isReplacing = bytes[kind].elementsEqual("replace".utf8)
            } else if bytes[name].elementsEqual("path".utf8) {
                path = plainString()
                if path == nil { return nil }
            } else {
                guard skipValue() else { return nil }
            }
        } while take(",")
        guard take("}"), let path else { return nil }
        return PatchOperation(path: path, isReplacing: isReplacing)
    }
}

/// An operation of a patch in the bytes of a line.
private struct PatchOperation {
    /// The pointer.
    let path: Range<Int>
    let isReplacing: Bool

    func touches(_ place: [PlaceStep], in line: UnsafeRawBufferPointer) -> Bool {
        var (start, depth) = (path.lowerBound, 0)
        while start < path.upperBound {
            let end = line[start + 1..<path.upperBound].firstIndex(of: UInt8(ascii: "/")) ?? path.upperBound
            let step = line[start + 1..<end]
            if end == path.upperBound, !isReplacing, let element = ElementIndex(step) {
                // The elements behind this one move, and one that comes may be the one at the place.
                guard case .number(let number) = element, depth < place.count, let wanted = place[depth].index else {
                    return true
                }
                return number <= wanted
            }
            guard depth < place.count else { return true }
            guard place[depth].matches(step) else { return false }
            (start, depth) = (end, depth + 1)
        }
        return true
    }
}

/// The last step of a pointer that may be that of an element.
private enum ElementIndex {
    case end
    case number(Int)

    init?(_ bytes: UnsafeRawBufferPointer.SubSequence) {
        if bytes.elementsEqual("-".utf8) {
            self = .end
        } else if let number = Int(digits: String(decoding: bytes, as: UTF8.self)) {
            self = .number(number)
        } else {
            return nil
        }
    }
}
