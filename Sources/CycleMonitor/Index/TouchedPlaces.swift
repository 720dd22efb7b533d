/// The moments that touched each place of the frame, found by reading all lines once.
final class TouchedPlaces {
    /// The places below this depth count as the one at this depth.
    private static let depthLimit = 6
    /// Beyond so many places, new ones count as the whole frame.
    private static let placeLimit = 100_000

    private let moments: [JSONPath: [UInt32]]

    /// - Parameters:
    ///   - lines: Reads the line of a moment.
    ///   - count: The number of moments.
    init(lines: (_ index: Int) throws -> JSON, count: Int) {
        var moments: [JSONPath: [UInt32]] = [:]
        var frame: JSON?
        for index in 0..<count {
            let places: Set<JSONPath>
            do {
                places = Self.places(try lines(index), after: &frame)
            } catch {
                // A line that cannot be read may have changed anything.
                (frame, places) = (nil, [JSONPath()])
            }
            for place in places {
                let known = moments.count < Self.placeLimit || moments[place] != nil ? place : JSONPath()
                moments[known, default: []].append(UInt32(index))
            }
        }
        self.moments = moments
    }

    /// - Parameter frame: The frame before, where it was written as a whole; then that of this line.
    private static func places(_ line: JSON, after frame: inout JSON?) -> Set<JSONPath> {
        if case .array(let operations)? = line["change"] {
            frame = nil
            return Set(operations.map(place))
        }
        let before = line["context"] ?? (line["lens"]?.string == RecordedMoment.start ? nil : frame)
        frame = line["effect"]
        guard let before, let frame else { return [JSONPath()] }
        return Set(
            JSONDifference.patch(from: before, to: frame).operations.map { operation in
                if case .replace = operation.kind { return place(operation.path, isMoving: false) }
                return place(operation.path, isMoving: true)
            })
    }

    private static func place(_ operation: JSON) -> JSONPath {
        guard let path = operation["path"]?.string.flatMap(JSONPath.init(pointer:)) else { return JSONPath() }
        return place(path, isMoving: operation["op"] != .string("replace"))
    }

    /// - Parameter isMoving: Whether elements behind this one may have moved: then the list around it is touched.
    private static func place(_ path: JSONPath, isMoving: Bool) -> JSONPath {
        var steps = path.steps
        if isMoving, let last = steps.last, last.index != nil || last == .key("-") { steps.removeLast() }
        return JSONPath(steps: Array(steps.prefix(depthLimit).map(\.asIndex)))
    }

    /// - Parameter body: Is called with each moment before `end` that touched `place`, the newest first, until it returns `false`.
    func forEach(_ place: JSONPath, before end: Int, _ body: (_ index: Int) -> Bool) {
        let wanted = place.steps.map(\.asIndex)
        var found: [ArraySlice<UInt32>] = []
        for (touched, indices) in moments where touched.steps.starts(with: wanted) || wanted.starts(with: touched.steps)
        {
            found.append(indices[..<indices.insertionIndex(of: UInt32(end))])
        }
        while let newest = found.compactMap(\.last).max() {
            for list in found.indices where found[list].last == newest { found[list].removeLast() }
            if !body(Int(newest)) { return }
        }
    }
}

extension JSONPath.Step {
    /// A pointer does not say whether a number is a key or the index of an element; here it is always an index.
    fileprivate var asIndex: JSONPath.Step { index.map { .index($0) } ?? self }
}

extension [UInt32] {
    /// How many elements are less than a number. Sorted.
    fileprivate func insertionIndex(of number: UInt32) -> Int {
        var range = startIndex..<endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = self[middle] < number ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }
}
