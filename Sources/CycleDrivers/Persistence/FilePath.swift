/// The parts of a path that stays below its root.
struct FilePath: Hashable {
    /// What the driver calls its own files by: temporary ones and locks.
    static let ownPrefix = ".cycle-"
    static let longestPart = 255
    private static let longestPath = 4_095

    let parts: [String]

    /// The root itself: a folder, never a file.
    static let root = FilePath(parts: [])

    private init(parts: [String]) {
        self.parts = parts
    }

    /// - Parameter folder: As for a file; an empty one is the root.
    init(folder: String) throws(PersistenceDriver.Failure) {
        self = folder.isEmpty ? .root : try FilePath(folder)
    }

    init(_ path: String) throws(PersistenceDriver.Failure) {
        let bytes = path.utf8
        guard !bytes.isEmpty, bytes.count <= FilePath.longestPath, !bytes.contains(0) else { throw .invalidPath }
        parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
            String(Substring($0))
        }
        for part in parts {
            guard !part.isEmpty, part != ".", part != "..", part.utf8.count <= FilePath.longestPart,
                !part.hasPrefix(FilePath.ownPrefix)
            else { throw .invalidPath }
        }
    }
}
