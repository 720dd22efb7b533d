import CycleBase

/// The place of a worker among several, by arguments or by the variables of the engine that started it.
struct Shard: Hashable {
    /// From 0.
    let index: Int
    let count: Int
    /// The source of that, in words.
    let source: String

    /// Seeds are cut at multiples of this, so that results of two campaigns are counted alike.
    static let grid: UInt64 = 64
    /// Seeds have 53 bits: a number of them times this one has a word's room, where it is the rest of a division by the count.
    private static let greatestCount = 1 << 31

    /// - Parameters:
    ///   - text: `3/10`: the fourth of ten.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/").map { Int(digits: $0) }
        guard parts.count == 2, let index = parts[0], let count = parts[1] else { return nil }
        self.init(index, of: count, "--shard")
    }

    private init?(_ index: Int, of count: Int, _ source: String) {
        guard 1...Self.greatestCount ~= count, 0..<count ~= index else { return nil }
        self.index = index
        self.count = count
        self.source = source
    }

    /// By the variables of Slurm, Kubernetes, Buildkite, GitLab and CircleCI.
    ///
    /// - Parameters:
    ///   - of: How many workers there are, for Kubernetes, which does not say it.
    ///   - value: The values of variables.
    /// - Returns: `nil` where none is set.
    static func fromEngine(of count: Int?, _ value: (String) -> String? = Shard.variable) -> Shard? {
        func number(_ name: String) -> Int? {
            value(name).flatMap { Int(digits: $0) }.flatMap { 0...greatestCount ~= $0 ? $0 : nil }
        }
        if let task = number("SLURM_ARRAY_TASK_ID"), let count = number("SLURM_ARRAY_TASK_COUNT") {
            let step = max(1, number("SLURM_ARRAY_TASK_STEP") ?? 1)
            let index = (task - (number("SLURM_ARRAY_TASK_MIN") ?? 0)) / step
            return Shard(index, of: count, "SLURM_ARRAY_TASK_ID")
        }
        if let index = number("JOB_COMPLETION_INDEX"), let count {
            return Shard(index, of: count, "JOB_COMPLETION_INDEX")
        }
        if let index = number("BUILDKITE_PARALLEL_JOB"), let count = number("BUILDKITE_PARALLEL_JOB_COUNT") {
            return Shard(index, of: count, "BUILDKITE_PARALLEL_JOB")
        }
        // GitLab counts from 1.
        if let index = number("CI_NODE_INDEX"), let count = number("CI_NODE_TOTAL") {
            return Shard(index - 1, of: count, "CI_NODE_INDEX")
        }
        if let index = number("CIRCLE_NODE_INDEX"), let count = number("CIRCLE_NODE_TOTAL") {
            return Shard(index, of: count, "CIRCLE_NODE_INDEX")
        }
        return nil
    }

    static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// The seeds of this worker: all workers together have each once.
    func part(of seeds: Range<UInt64>) -> Range<UInt64> {
        func bound(_ index: Int) -> UInt64 {
            if index == 0 { return seeds.lowerBound }
            if index == count { return seeds.upperBound }
            let (share, rest) = UInt64(seeds.count).quotientAndRemainder(dividingBy: UInt64(count))
            let even = seeds.lowerBound + share * UInt64(index) + rest * UInt64(index) / UInt64(count)
            return min(max(even / Self.grid * Self.grid, seeds.lowerBound), seeds.upperBound)
        }
        return bound(index)..<bound(index + 1)
    }
}
