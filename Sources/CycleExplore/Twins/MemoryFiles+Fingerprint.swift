import CycleDrivers
import CycleTesting

extension MemoryFiles {
    /// Adds all that is on the disk, and what a power cut would leave of it.
    func remember(in memory: inout Fingerprint) {
        let (high, low) = sum
        memory.combine(high)
        memory.combine(low)
    }

    /// A search asks for it several times an event, and few events change the disk.
    private var sum: (high: Int, low: Int) {
        if let known = summary.sum { return known }
        var memory = Fingerprint()
        remember(root, in: &memory)
        if hasUnforced { rememberForced(root, in: &memory) }
        let key = memory.key
        summary.sum = (key.high, key.low)
        return (key.high, key.low)
    }

    private func remember(_ node: Node, in memory: inout Fingerprint) {
        let (high, low) = sum(of: node)
        memory.combine(high)
        memory.combine(low)
        remember(node.names, in: &memory) { remember($0, in: &$1) }
    }

    /// Most files stay as they are while others change.
    private func sum(of node: Node) -> (high: Int, low: Int) {
        if let known = node.sum { return known }
        var memory = Fingerprint()
        memory.combine(node.kind)
        memory.combine(node.bytes)
        let key = memory.key
        node.sum = (key.high, key.low)
        return (key.high, key.low)
    }

    private func rememberForced(_ node: Node, in memory: inout Fingerprint) {
        memory.combine(node.forcedBytes)
        remember(node.forcedNames, in: &memory) { rememberForced($0, in: &$1) }
    }

    private func remember(
        _ names: [FileName: Node], in memory: inout Fingerprint, _ remember: (Node, inout Fingerprint) -> Void
    ) {
        // A file in a folder is another one than a file beside it.
        memory.combine(names.count)
        memory.combine(unordered: names) { name, memory in
            memory.combine(name.key.bytes)
            remember(name.value, &memory)
        }
    }
}
