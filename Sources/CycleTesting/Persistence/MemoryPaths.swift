import CycleDrivers

private let slash = UInt8(ascii: "/")

extension MemoryFiles {
    /// All files, by path, sorted.
    package var paths: [PersistenceDriver.Path] {
        paths(in: root, prefix: []).sorted()
    }

    private func paths(in folder: Node, prefix: [UInt8]) -> [PersistenceDriver.Path] {
        folder.names.flatMap { name, node in
            node.kind == .folder
                ? paths(in: node, prefix: prefix + name.bytes + [slash])
                : [PersistenceDriver.Path(bytes: prefix + name.bytes)]
        }
    }

    private func names(of path: PersistenceDriver.Path) -> [FileName] {
        path.bytes.split(separator: slash).map { FileName(bytes: $0) }
    }

    package func content(at path: PersistenceDriver.Path) -> [UInt8]? {
        var node: Node? = root
        for name in names(of: path) { node = node.flatMap { child(name, of: $0) } }
        return node?.kind == .file ? node?.bytes : nil
    }

    /// Puts a file with this content, or none, where another program would, and forces it to the disk.
    package func put(_ bytes: [UInt8]?, at path: PersistenceDriver.Path, kind: FileStatus.Kind = .file) {
        var names = names(of: path)
        guard let last = names.popLast() else { return }
        var folder = root
        for name in names { folder = child(name, of: folder) ?? put(makeNode(.folder, mode: 0o755), in: folder, name) }
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
    private func put(_ node: Node?, in folder: Node, _ name: FileName) -> Node {
        // Otherwise each name that is put would copy all names that are there.
        folder.forcedNames = [:]
        change(folder) { [equality] names in
            names.remove(name, equality)
            names[name] = node
        }
        folder.forcedNames = folder.names
        folder.unforced = []
        return node ?? folder
    }
}
