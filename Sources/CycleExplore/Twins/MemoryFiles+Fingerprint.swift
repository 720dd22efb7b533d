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
        memory.combine(node.kind)
        memory.combine(node.bytes)
        // A file in a folder is another one than a file beside it.
        memory.combine(node.names.count)
        for (name, child) in node.names.sorted(by: { $0.key < $1.key }) {
            memory.combine(name.bytes)
            remember(child, in: &memory)
        }
    }

    private func rememberForced(_ node: Node, in memory: inout Fingerprint) {
        memory.combine(node.forcedBytes)
        memory.combine(node.forcedNames.count)
        for (name, child) in node.forcedNames.sorted(by: { $0.key < $1.key }) {
            memory.combine(name.bytes)
            rememberForced(child, in: &memory)
        }
    }
}
