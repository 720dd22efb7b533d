import CycleDrivers
import CycleTesting

extension MemoryFiles {
    /// Adds all that is on the disk.
    func remember(in memory: inout Fingerprint) {
        remember(root, in: &memory)
    }

    private func remember(_ node: Node, in memory: inout Fingerprint) {
        memory.combine(node.bytes)
        if node.bytes != node.forcedBytes { memory.combine(node.forcedBytes) }
        memory.combine(node.unforced.count)
        for (name, child) in node.names.sorted(by: { $0.key < $1.key }) {
            memory.combine(name.bytes)
            remember(child, in: &memory)
        }
    }
}
