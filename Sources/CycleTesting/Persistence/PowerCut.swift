extension MemoryFiles {
    /// Every file is closed and unlocked, as when a process ends.
    package func closeAll() {
        for file in opened.values { file.node.lock = nil }
        opened = [:]
    }

    /// What was not forced to the disk is gone, or not, or a piece of it.
    package func cutPower() {
        closeAll()
        lose(root)
    }

    private func lose(_ node: Node) {
        if node.bytes != node.forcedBytes { node.bytes = remains(of: node) }
        var names = node.forcedNames
        for change in node.unforced where Bool.random(using: &random) { change(&names) }
        node.names = names
        node.forcedNames = names
        node.forcedBytes = node.bytes
        node.unforced = []
        touch(node)
        for (_, child) in node.names.sorted(by: { $0.key < $1.key }) { lose(child) }
    }

    private func remains(of node: Node) -> [UInt8] {
        let count = Int.random(in: 0...node.bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return node.forcedBytes
        case 1: return node.bytes
        case 2: return Array(node.bytes.prefix(count))
        default: return node.bytes.prefix(count) + [UInt8](repeating: 0, count: node.bytes.count - count)
        }
    }

    /// Random numbers that are the same for the same seed.
    ///
    /// - Source: SplitMix64, Steele, Lea and Flood 2014.
    package struct Generator: RandomNumberGenerator {
        private var state: UInt64

        package init(seed: UInt64) {
            state = seed
        }

        package mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }
}
