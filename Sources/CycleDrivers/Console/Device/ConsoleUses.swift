import CycleBase

/// The terminals, pipes and files that console drivers of this process use: two on one would draw over each other and
/// share the keys at random.
enum ConsoleUses {
    /// The device behind a descriptor. The two ends of a pipe are apart; a terminal is one.
    struct Use: Equatable, Sendable {
        let device: UInt64
        let number: UInt64
        let isOutput: Bool
    }

    /// Not a set: it has a few, and the first set of a type costs a start more than all that is looked for here.
    private static let inUse = Guarded<[Use]>([])

    /// - Returns: The value for ``release(_:)``; `nil` when another driver has some of it.
    static func claim(input: Int32, output: Int32) -> [Use]? {
        let wanted = [use(of: input, isOutput: false), use(of: output, isOutput: true)].compactMap { $0 }
        return inUse.withLock { inUse in
            guard !wanted.contains(where: inUse.contains) else { return nil }
            inUse += wanted
            return wanted
        }
    }

    static func release(_ uses: [Use]) {
        inUse.withLock { inUse in inUse.removeAll(where: uses.contains) }
    }

    /// `nil` for what cannot be shared wrongly: nothing, and devices such as `/dev/null`.
    private static func use(of descriptor: Int32, isOutput: Bool) -> Use? {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        if isatty(descriptor) == 1 {
            return Use(device: 0, number: UInt64(truncatingIfNeeded: status.st_rdev), isOutput: true)
        }
        guard status.st_mode & S_IFMT != S_IFCHR else { return nil }
        let device = UInt64(truncatingIfNeeded: status.st_dev)
        return Use(device: device &+ 1, number: UInt64(truncatingIfNeeded: status.st_ino), isOutput: isOutput)
    }
}
