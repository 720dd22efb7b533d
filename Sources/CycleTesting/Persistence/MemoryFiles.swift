import CycleBase
import CycleDrivers

/// A disk in memory. Remembers what was forced to it, so that the power can be cut.
///
/// After a cut, names that were not forced are there or not, contents that were not are the old one, the new one, or a
/// piece of it followed by zeros; by the seed. Links are kept as text, locks by file.
package final class MemoryFiles: FileSystem {
    /// What walks over the whole disk have found, until something changes on it.
    package final class Summary {
        /// The sum of all files, and of what a power cut would leave of them.
        package var sum: (high: Int, low: Int)?
        var hasUnforced: Bool?

        fileprivate func forget() { (sum, hasUnforced) = (nil, nil) }
    }

    package final class Node {
        let number: UInt64
        package let kind: FileStatus.Kind
        var mode: UInt32
        var owner: UInt32 = 0
        var group: UInt32 = 0
        package var bytes: [UInt8] = [] {
            didSet {
                sum = nil
                summary.forget()
            }
        }
        /// The sum of its kind and its bytes, where a walk has found it.
        package var sum: (high: Int, low: Int)?
        package var forcedBytes: [UInt8] = [] { didSet { summary.forget() } }
        var changeCount = 0
        package var names: [FileName: Node] = [:] { didSet { summary.forget() } }
        package var forcedNames: [FileName: Node] = [:] { didSet { summary.forget() } }
        /// The changes of the names since they were forced to the disk, each of which happens as a whole.
        var unforced: [(inout [FileName: Node]) -> Void] = [] { didSet { summary.forget() } }
        var lock: Int32?
        /// What is known of the whole disk.
        private let summary: Summary

        init(_ number: UInt64, _ kind: FileStatus.Kind, mode: UInt32, _ summary: Summary) {
            self.number = number
            self.kind = kind
            self.mode = mode
            self.summary = summary
        }
    }

    struct Opened {
        let node: Node
        var offset = 0
    }

    package let root: Node
    package let summary = Summary()
    /// How many bytes the files may have together.
    package var capacity: Int
    /// The comparison of names: another than that of Linux shows what a program does on another system.
    package var equality = NameEquality.bytes
    /// Whether a file may have several names.
    package var hasLinks = true
    var opened: [Int32: Opened] = [:]
    private var newestDescriptor: Int32 = 2
    private var newestNumber: UInt64 = 1
    private var changeCount = 0
    var random: SplitMix
    /// Receives each folder in which something has changed.
    var onChange: ((UInt64) -> Void)?

    package init(seed: UInt64, capacity: Int = .max) {
        random = SplitMix(seed: seed)
        self.capacity = capacity
        root = Node(1, .folder, mode: 0o755, summary)
    }

    /// How many files are open: 0 between two operations.
    package var openCount: Int { opened.count }

    // MARK: Calls

    package func openRoot(_ path: String) throws(SystemFailure) -> Int32 {
        open(root)
    }

    package func open(_ name: FileName, in folder: Int32, for purpose: OpenPurpose) throws(SystemFailure) -> Int32 {
        let parent = try node(folder)
        let existing = child(name, of: parent)
        if case .creating(let mode) = purpose {
            guard existing == nil else { throw SystemFailure.exists }
            try checkIsThere(parent)
            let new = makeNode(.file, mode: mode & 0o755)
            change(parent) { $0[name] = new }
            return open(new)
        }
        if case .appending(let mode) = purpose, existing == nil {
            try checkIsThere(parent)
            let new = makeNode(.file, mode: mode & 0o755)
            change(parent) { $0[name] = new }
            return open(new)
        }
        guard let existing else { throw SystemFailure.notFound }
        guard existing.kind != .link else { throw SystemFailure.isALink }
        if purpose == .folder, existing.kind != .folder { throw SystemFailure.notAFolder }
        return open(existing)
    }

    package func close(_ file: Int32) throws(SystemFailure) {
        let node = try node(file)
        opened[file] = nil
        if node.lock == file { node.lock = nil }
    }

    package func read(_ file: Int32, into buffer: inout [UInt8]) throws(SystemFailure) -> Int {
        let node = try node(file)
        guard node.kind == .file else { throw SystemFailure.isAFolder }
        let offset = opened[file]?.offset ?? 0
        let piece = node.bytes.dropFirst(offset).prefix(buffer.count)
        buffer.replaceSubrange(0..<piece.count, with: piece)
        opened[file]?.offset = offset + piece.count
        return piece.count
    }

    package func read(_ file: Int32, at offset: Int, into buffer: inout [UInt8]) throws(SystemFailure) -> Int {
        let piece = try node(file).bytes.dropFirst(offset).prefix(buffer.count)
        buffer.replaceSubrange(0..<piece.count, with: piece)
        return piece.count
    }

    package func setSize(of file: Int32, to byteCount: Int) throws(SystemFailure) {
        let node = try node(file)
        node.bytes = node.bytes.prefix(byteCount) + [UInt8](repeating: 0, count: max(0, byteCount - node.bytes.count))
        touch(node)
    }

    /// There are none here.
    package func copyAttributes(of name: FileName, in folder: Int32, to file: Int32) throws(SystemFailure) {}

    package func write(_ file: Int32, _ bytes: ArraySlice<UInt8>) throws(SystemFailure) -> Int {
        let node = try node(file)
        // Of a disk without an end nothing has to be counted.
        let available = capacity == .max ? .max : capacity - byteCount(below: root)
        guard available > 0 || bytes.isEmpty else { throw SystemFailure.full }
        let accepted = bytes.prefix(available)
        node.bytes += accepted
        touch(node)
        return accepted.count
    }

    package func status(of file: Int32) throws(SystemFailure) -> FileStatus {
        status(try node(file))
    }

    package func status(of name: FileName, in folder: Int32) throws(SystemFailure) -> FileStatus? {
        child(name, of: try node(folder)).map(status)
    }

    package func setMode(of file: Int32, to mode: UInt32) throws(SystemFailure) {
        try node(file).mode = mode
    }

    package func setOwner(of file: Int32, to owner: UInt32, group: UInt32) throws(SystemFailure) {
        let node = try node(file)
        (node.owner, node.group) = (owner, group)
    }

    package func sync(_ file: Int32) throws(SystemFailure) {
        let node = try node(file)
        node.forcedBytes = node.bytes
        node.forcedNames = node.names
        node.unforced = []
    }

    package func rename(_ name: FileName, to newName: FileName, in folder: Int32) throws(SystemFailure) {
        let parent = try node(folder)
        guard let node = child(name, of: parent) else { throw SystemFailure.notFound }
        if child(newName, of: parent)?.kind == .folder { throw SystemFailure.isAFolder }
        change(parent) { [equality] names in
            names.remove(name, equality)
            names.remove(newName, equality)
            names[newName] = node
        }
    }

    package func link(_ name: FileName, to newName: FileName, in folder: Int32) throws(SystemFailure) {
        guard hasLinks else { throw SystemFailure.notPermitted }
        let parent = try node(folder)
        guard let node = child(name, of: parent) else { throw SystemFailure.notFound }
        guard child(newName, of: parent) == nil else { throw SystemFailure.exists }
        try checkIsThere(parent)
        change(parent) { $0[newName] = node }
    }

    package func remove(_ name: FileName, in folder: Int32) throws(SystemFailure) {
        let parent = try node(folder)
        guard let node = child(name, of: parent) else { throw SystemFailure.notFound }
        guard node.kind != .folder else { throw SystemFailure.isAFolder }
        change(parent) { [equality] in $0.remove(name, equality) }
    }

    package func makeFolder(_ name: FileName, in folder: Int32) throws(SystemFailure) {
        let parent = try node(folder)
        guard child(name, of: parent) == nil else { throw SystemFailure.exists }
        try checkIsThere(parent)
        let new = makeNode(.folder, mode: 0o755)
        change(parent) { $0[name] = new }
    }

    package func names(in folder: Int32) throws(SystemFailure) -> [FileName] {
        try node(folder).names.keys.sorted()
    }

    package func target(ofLink name: FileName, in folder: Int32) throws(SystemFailure) -> FileName {
        guard let node = child(name, of: try node(folder)), node.kind == .link else { throw SystemFailure.invalid }
        return FileName(bytes: node.bytes)
    }

    package func lock(_ file: Int32) throws(SystemFailure) {
        let node = try node(file)
        guard node.lock == nil || node.lock == file else { throw SystemFailure.locked }
        node.lock = file
    }

    // MARK: How it works

    private func node(_ file: Int32) throws(SystemFailure) -> Node {
        guard let node = opened[file]?.node else { throw SystemFailure.notOpen }
        return node
    }

    /// The file that a name of the folder leads to.
    func child(_ name: FileName, of folder: Node) -> Node? {
        folder.names[folder.names.name(equalTo: name, equality)]
    }

    /// Nothing can be made in a folder that was removed.
    private func checkIsThere(_ folder: Node) throws(SystemFailure) {
        guard isThere(folder, below: root) else { throw SystemFailure.notFound }
    }

    private func open(_ node: Node) -> Int32 {
        newestDescriptor += 1
        opened[newestDescriptor] = Opened(node: node)
        return newestDescriptor
    }

    func makeNode(_ kind: FileStatus.Kind, mode: UInt32) -> Node {
        newestNumber += 1
        return Node(newestNumber, kind, mode: mode, summary)
    }

    func touch(_ node: Node) {
        changeCount += 1
        node.changeCount = changeCount
    }

    /// - Parameter change: Only changes names; it may happen again after a power cut.
    func change(_ folder: Node, _ change: @escaping (inout [FileName: Node]) -> Void) {
        change(&folder.names)
        folder.unforced.append(change)
        onChange?(folder.number)
    }

    func status(_ node: Node) -> FileStatus {
        FileStatus(
            kind: node.kind,
            version: .init(
                device: 1, number: node.number, byteCount: node.bytes.count, seconds: node.changeCount, nanoseconds: 0),
            mode: node.mode, owner: node.owner, group: node.group, linkCount: isThere(node, below: root) ? 1 : 0)
    }

    private func isThere(_ node: Node, below folder: Node) -> Bool {
        node === root || folder.names.values.contains { $0 === node || isThere(node, below: $0) }
    }

    private func byteCount(below node: Node) -> Int {
        node.names.values.reduce(node.bytes.count) { $0 + byteCount(below: $1) }
    }
}

extension [FileName: MemoryFiles.Node] {
    /// The form of a name that the folder has; the name itself if it has none.
    fileprivate func name(equalTo name: FileName, _ equality: NameEquality) -> FileName {
        if equality == .bytes || self[name] != nil { return name }
        return keys.first { equality.areEqual($0, name) } ?? name
    }

    mutating func remove(_ name: FileName, _ equality: NameEquality) {
        self[self.name(equalTo: name, equality)] = nil
    }
}
