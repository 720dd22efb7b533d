/// Frames to be shown one after the other: the first is the one that is shown, the rest is what is to come.
///
///     var reel: Reel = [1, 2, 3]
///     reel.animate(.append) { last in [last + 1, last + 2] }   // [1, 2, 3, 4, 5]
///     reel.removeFirst()                                       // a tick: [2, 3, 4, 5]
///
/// An array whose first frame can be taken off in constant time, whatever its length. An array works in its place where
/// animations are short.
///
/// - Source: "the reel of film that can be fed to hardware to be projected" of Cycle.swift.
public struct Reel<Frame> {
    @usableFromInline var frames: ArraySlice<Frame>

    /// A reel of all `frames`: the first is shown.
    @inlinable
    public init(_ frames: some Sequence<Frame>) {
        self.frames = ArraySlice(frames)
    }

    /// The frame that is shown.
    @inlinable  // hot, as all that a tick does to a reel
    public var shown: Frame? { frames.first }

    /// Changes all frames, the one shown and those to come: for what an animation must not take back.
    ///
    /// - Complexity: O(frames).
    public mutating func changeAll(_ change: (inout Frame) -> Void) {
        for index in frames.indices { change(&frames[index]) }
    }
}

extension Reel: RandomAccessCollection, MutableCollection, RangeReplaceableCollection, ExpressibleByArrayLiteral {
    /// A reel without frames: nothing is shown.
    @inlinable
    public init() {
        frames = []
    }

    /// `[first, second]`: the first is shown.
    @inlinable
    public init(arrayLiteral frames: Frame...) {
        self.frames = ArraySlice(frames)
    }

    /// The place of the frame that is shown. Not 0 once frames have been taken off.
    @inlinable
    public var startIndex: Int { frames.startIndex }
    /// One past the last frame to come.
    @inlinable
    public var endIndex: Int { frames.endIndex }

    /// A frame by its place, which stays its own while frames before it are taken off.
    @inlinable
    public subscript(position: Int) -> Frame {
        get { frames[position] }
        set { frames[position] = newValue }
    }

    /// Puts `new` in the place of the frames in `range`.
    ///
    /// - Complexity: O(frames).
    @inlinable
    public mutating func replaceSubrange(_ range: Range<Int>, with new: some Collection<Frame>) {
        frames.replaceSubrange(range, with: new)
    }

    /// Takes the first frame off.
    ///
    /// - Complexity: O(1).
    @discardableResult
    @inlinable
    public mutating func removeFirst() -> Frame {
        frames.removeFirst()
    }

    /// Takes the first `count` frames off.
    ///
    /// - Complexity: O(1).
    @inlinable
    public mutating func removeFirst(_ count: Int) {
        guard 0...frames.count ~= count else {
            stop("removeFirst(\(count)): a reel of \(frames.count) frames has no such number")
        }
        frames.removeFirst(count)
    }
}

extension Reel: Equatable where Frame: Equatable {
    /// Frames are compared only where the lengths are equal.
    @inlinable
    public static func == (first: Reel, second: Reel) -> Bool {
        first.frames == second.frames
    }
}

extension Reel: Hashable where Frame: Hashable {
    /// Hashes the frames, the one shown and those to come.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(frames)
    }
}

extension Reel: Sendable where Frame: Sendable {}

extension Reel: Encodable where Frame: Encodable {
    /// Encodes an array of the frames.
    public func encode(to encoder: any Encoder) throws {
        try Array(frames).encode(to: encoder)
    }
}

extension Reel: Decodable where Frame: Decodable {
    /// Decodes an array of frames.
    public init(from decoder: any Decoder) throws {
        self.init(try [Frame](from: decoder))
    }
}

extension Reel: CustomStringConvertible {
    /// `[shown, to come, to come]`, as an array writes it.
    public var description: String { Array(frames).description }
}
