/// The effect of an event on the animation in flight.
///
/// - Source: the three timelines of Cycle.swift, Intercepted, Appended and Removed, and the reducers of its sample.
public enum AnimationPolicy: String, CaseIterable, Hashable, Sendable {
    /// The new animation follows the one in flight, from its last frame on.
    case append
    /// The new animation takes over from the frame that is shown; what was to come is dropped.
    case replace
    /// The event is ignored while an animation is in flight.
    case disable
    /// The event stops the animation in flight at the frame that is shown; without one it starts its own.
    case remove
}

extension RangeReplaceableCollection {
    /// Whether frames are still to come.
    @inlinable  // hot: asked at every tick
    public var isInFlight: Bool { !isEmpty && index(after: startIndex) != endIndex }

    /// Lets an event animate the frames.
    ///
    ///     frames.animate(.replace) { from in path(from, to: 0) }   // [2, 3, 4] -> [2, 1, 0]
    ///     frames.animate(.append) { from in path(from, to: 0) }    // [2, 3, 4] -> [2, 3, 4, 3, 2, 1, 0]
    ///
    /// - Parameters:
    ///   - policy: The fate of the animation in flight.
    ///   - path: The frames to come after the one given, without that one. Not called when the event starts nothing.
    /// - Complexity: O(frames to come).
    public mutating func animate<Path: Sequence>(_ policy: AnimationPolicy, along path: (Element) -> Path)
    where Path.Element == Element {
        guard let shown = first else { return }
        switch policy {
        case .disable where isInFlight: return
        case .remove where isInFlight: removePending()
        case .append:
            let last = suffix(1).first ?? shown
            append(contentsOf: path(last))
        case .replace, .disable, .remove:
            removePending()
            append(contentsOf: path(shown))
        }
    }

    /// Drops what is to come. The frame that is shown stays.
    public mutating func removePending() {
        self = Self(prefix(1))
    }

    /// Takes off frames that have been shown, never the last one.
    @inlinable  // hot: done at every tick
    mutating func advance(by count: Int) {
        guard isInFlight, count > 0 else { return }
        removeFirst(Swift.min(count, self.count - 1))
    }
}
