/// The parts of the frames that the happening under way has touched, as the lenses show whose events it led to.
final class Touches {
    /// Whether the search asks; set before the application starts.
    var isAsked = false
    /// The bytes of the frame that each lens is written for, by its path.
    private var extents: [String: Range<Int>] = [:]
    /// The bytes that rules read, and those of which the frames are run as a signal somewhere: any event of that program may lead there.
    private var shared: [Int: Range<Int>] = [:]
    private var touched: Range<Int>?
    /// Whether the happening has chosen an address, which depends on those that are in use.
    private var hasChosenAddress = false

    /// Takes note of a lens that starts; without a path, of what any event may lead to.
    ///
    /// - Parameters:
    ///   - path: Of the lens.
    ///   - extent: The bytes of its program's frame.
    ///   - program: The number of the program.
    func note(_ path: String, at extent: Range<Int>, of program: Int) {
        let extent = extent.placed(in: program)
        if path.isEmpty {
            shared[program] = shared[program]?.hull(extent) ?? extent
        } else {
            extents[path] = extents[path]?.hull(extent) ?? extent
        }
    }

    /// The next happening begins.
    func begin() { (touched, hasChosenAddress) = (nil, false) }

    /// Takes note that an address was chosen.
    func noteAddress() { hasChosenAddress = true }

    /// Takes note of an event of a lens.
    ///
    /// - Parameters:
    ///   - path: Of the lens.
    ///   - program: The number of its program.
    func note(_ path: String, of program: Int) {
        var extent = extents[path] ?? Range.wholeFrame.placed(in: program)
        if let shared = shared[program] { extent = extent.hull(shared) }
        touched = touched?.hull(extent) ?? extent
    }

    /// The bytes of the frames that the happening has read or changed at most; `nil` where that may be all.
    var extent: Range<Int>? {
        guard !hasChosenAddress, let touched, touched.upperBound < Range<Int>.wholeFrame.upperBound else { return nil }
        return touched
    }

    /// The bytes of a program's frame, where no other's have been touched; otherwise `nil`.
    func extent(of program: Int) -> Range<Int>? {
        !hasChosenAddress && areWithin(program) ? Range.wholeFrame.placed(in: program) : nil
    }

    /// Whether no other program's frame has been touched.
    func areWithin(_ program: Int) -> Bool {
        let own = Range.wholeFrame.placed(in: program)
        return touched.map { own.lowerBound <= $0.lowerBound && $0.upperBound <= own.upperBound } ?? true
    }

    /// Whether all that a lens sees is in there.
    func isLens(_ path: String, within extent: Range<Int>) -> Bool {
        guard let own = extents[path] else { return false }
        return extent.lowerBound <= own.lowerBound && own.upperBound <= extent.upperBound
    }

    /// The key of all that a program remembers: no path of a lens is like that, and those of its lenses begin with it.
    static func key(of program: String) -> String { program + "." }

    /// Whether there are features side by side.
    var areSeparate: Bool {
        let parts = extents.values.filter { $0.upperBound < Range<Int>.wholeFrame.upperBound }
        return parts.contains { part in parts.contains { !$0.overlaps(part) } }
    }
}

extension Range<Int> {
    /// The extent of a lens that is written for the whole frame.
    static let wholeFrame = 0..<Int.max

    /// No frame is longer.
    private static var frameSize: Int { 1 << 40 }

    /// The same bytes of the frame of a program: the frames of all programs lie behind each other.
    ///
    /// - Parameter program: Its number; 0 where there are none, and the frame is that of the whole.
    func placed(in program: Int) -> Range {
        if program == 0 { return self }
        let start = program * Self.frameSize
        return start + Swift.min(lowerBound, Self.frameSize)..<start + Swift.min(upperBound, Self.frameSize)
    }

    /// The least range with both.
    func hull(_ other: Range) -> Range {
        Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
    }
}

/// A part of a world that remembers things of several lenses, which have nothing to do with each other.
protocol DividedByLens: Explorable {
    /// Adds what it remembers of each lens, by its path.
    func remember(in memories: inout [String: Fingerprint])
    /// Adds what is of no lens alone.
    func rememberRest(in memory: inout Fingerprint)
}
