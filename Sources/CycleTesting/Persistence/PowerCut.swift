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
        // What was there before is not touched by bytes that are appended.
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
