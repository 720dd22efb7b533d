extension MemoryFiles {
    /// Every file is closed and unlocked, as when a process ends.
    package func closeAll() {
        for file in opened.values { file.node.lock = nil }
        opened = [:]
    }

    /// The effect of a power cut on data that was not forced to the disk.
    package enum Loss {
        /// It is gone, or not, or a piece of it is left.
        case byChance
        case nothing
        case everything
    }

    /// Loses all, none or a part of the data that was not forced to the disk.
    package func cutPower() {
        cutPower(.byChance)
    }

    func cutPower(_ loss: Loss) {
        closeAll()
        switch loss {
        case .byChance: lose(root)
        case .nothing: break
        case .everything: loseUnforced(root)
        }
    }

    /// A machine that starts again reads its disk: all that it finds there was forced.
    package func forceAll() {
        force(root)
    }

    private func force(_ node: Node) {
        node.forcedBytes = node.bytes
        node.forcedNames = node.names
        node.unforced = []
        for child in node.names.values { force(child) }
    }

    private func loseUnforced(_ node: Node) {
        node.bytes = node.forcedBytes
        node.names = node.forcedNames
        node.unforced = []
        for child in node.names.values { loseUnforced(child) }
    }

    /// Whether a power cut would lose something.
    package var hasUnforced: Bool {
        if let known = summary.hasUnforced { return known }
        let found = hasUnforced(root)
        summary.hasUnforced = found
        return found
    }

    private func hasUnforced(_ node: Node) -> Bool {
        !node.unforced.isEmpty || node.bytes != node.forcedBytes || node.names.values.contains { hasUnforced($0) }
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
        // Appended bytes do not touch the bytes before them.
        let kept = zip(node.bytes, node.forcedBytes).prefix { $0 == $1 }.count
        let count = Int.random(in: kept...node.bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return node.forcedBytes
        case 1: return node.bytes
        case 2: return Array(node.bytes.prefix(count))
        default: return node.bytes.prefix(count) + [UInt8](repeating: 0, count: node.bytes.count - count)
        }
    }
}
