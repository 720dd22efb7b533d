import CycleDrivers

extension MemoryFiles {
    /// All files, by path, sorted.
    package var paths: [String] {
        paths(in: root, prefix: "").sorted()
    }

    private func paths(in folder: Node, prefix: String) -> [String] {
        folder.names.flatMap { name, node in
            node.kind == .folder ? paths(in: node, prefix: prefix + name + "/") : [prefix + name]
        }
    }

    package func content(at path: String) -> [UInt8]? {
        var node: Node? = root
        for name in path.split(separator: "/") { node = node?.names[String(name)] }
        return node?.kind == .file ? node?.bytes : nil
    }

    /// Puts a file with this content, or none, where another program would, and forces it to the disk.
    package func put(_ bytes: [UInt8]?, at path: String, kind: FileStatus.Kind = .file) {
        var names = path.split(separator: "/").map { String($0) }
        guard let last = names.popLast() else { return }
        var folder = root
        for name in names { folder = folder.names[name] ?? put(makeNode(.folder, mode: 0o755), in: folder, name) }
        guard let bytes else {
            put(nil, in: folder, last)
            return
        }
        let node = makeNode(kind, mode: 0o644)
        node.bytes = bytes
        node.forcedBytes = bytes
        touch(node)
        put(node, in: folder, last)
    }

    @discardableResult
    private func put(_ node: Node?, in folder: Node, _ name: String) -> Node {
        change(folder) { $0[name] = node }
        folder.forcedNames = folder.names
        folder.unforced = []
        return node ?? folder
    }
}
