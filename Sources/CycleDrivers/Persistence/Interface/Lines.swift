extension PersistenceDriver {
    /// Lines in order, as a value that grows at its end and loses lines at its beginning: those of a ``LineLog``.
    ///
    ///     let lines: PersistenceDriver.Lines = ["started", "ready"]
    ///
    /// A copy shares nearly all lines with its original, also when both grow on: a frame, the frame before and a model can each
    /// hold a million lines, and a change costs the few lines that differ. In JSON it is an array of strings.
    ///
    /// - Complexity: Appending a line, removing any number at the beginning and finding one by its position is O(log count),
    ///   on average where it copies. So is comparing two of which one grew out of the other.
    public struct Lines: Sendable {
        /// Lines behind all runs: fewer than this.
        private static let tailLimit = 32

        /// Each run but the first, which loses lines, is at least twice as long as the next one.
        private var runs: [[String]] = []
        private var tail: [String] = []
        /// How many lines at the beginning of the first run are gone.
        private var removedCount = 0
        /// How many lines there are.
        public private(set) var count = 0

        /// No lines.
        public init() {}

        /// - Complexity: O(lines).
        public init(_ lines: some Sequence<String>) {
            runs = [Array(lines)]
            count = runs[0].count
            if count == 0 { runs = [] }
        }

        /// Adds a line at the end.
        public mutating func append(_ line: String) {
            tail.append(line)
            count += 1
            guard tail.count == Lines.tailLimit else { return }
            runs.append(tail)
            tail = []
            while runs.count > 1, runs[runs.count - 2].count < 2 * runs[runs.count - 1].count { joinLastRuns() }
            assert(isConsistent)
        }

        /// Removes lines at the beginning.
        ///
        /// - Parameter removed: How many; no more than there are, and none where it is below zero.
        public mutating func removeFirst(_ removed: Int) {
            let removed = Swift.min(Swift.max(0, removed), count)
            count -= removed
            var left = removedCount + removed
            while let first = runs.first, left >= first.count {
                left -= first.count
                runs.removeFirst()
            }
            if runs.isEmpty {
                tail.removeFirst(left)
                left = 0
            } else if 2 * left > runs[0].count {
                // Else lines that are gone could hold more memory than those that are left.
                runs[0].removeFirst(left)
                left = 0
            }
            removedCount = left
            assert(isConsistent)
        }

        private mutating func joinLastRuns() {
            let newer = runs.removeLast()
            let older = runs.removeLast()
            if runs.isEmpty {
                runs.append(older.dropFirst(removedCount) + newer)
                removedCount = 0
            } else {
                runs.append(older + newer)
            }
        }

        /// Calls `act` with each line from a position on.
        func forEach(from start: Int, _ act: (String) -> Void) {
            var skipped = removedCount + Swift.max(0, start)
            for run in runs {
                if skipped < run.count { for line in run[skipped...] { act(line) } }
                skipped = Swift.max(0, skipped - run.count)
            }
            for line in tail.dropFirst(skipped) { act(line) }
        }

        private var isConsistent: Bool {
            runs.reduce(tail.count - removedCount) { $0 + $1.count } == count && tail.count < Lines.tailLimit
                && removedCount <= (runs.first?.count ?? 0)
        }
    }
}

extension PersistenceDriver.Lines: RandomAccessCollection {
    /// 0.
    public var startIndex: Int { 0 }
    /// The number of lines.
    public var endIndex: Int { count }

    /// The line at a position.
    public subscript(position: Int) -> String {
        var index = position + removedCount
        for run in runs {
            if index < run.count { return run[index] }
            index -= run.count
        }
        return tail[index]
    }
}

extension PersistenceDriver.Lines: Hashable {
    public static func == (one: Self, other: Self) -> Bool {
        guard one.count == other.count else { return false }
        // The newest lines differ soonest. Arrays that share their storage are equal at once.
        guard one.removedCount == other.removedCount, one.runs.map(\.count) == other.runs.map(\.count) else {
            return one.elementsEqual(other)
        }
        return one.tail == other.tail && one.runs == other.runs
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        forEach(from: 0) { hasher.combine($0) }
    }
}

extension PersistenceDriver.Lines: ExpressibleByArrayLiteral {
    public init(arrayLiteral lines: String...) {
        self.init(lines)
    }
}

extension PersistenceDriver.Lines: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode([String].self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Array(self))
    }
}

extension PersistenceDriver.Lines: CustomReflectable {
    /// The lines, as those of an array: how they are kept says nothing.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: self, displayStyle: .collection) }
}

extension PersistenceDriver.Lines: CustomStringConvertible {
    /// As an array of strings is described.
    public var description: String { Array(self).description }
}
