extension WatchSession {
    /// Tells one watch from another.
    struct Key: Hashable, Sendable, Comparable {
        enum Kind: Hashable, Sendable {
            case file, folder
            case tree(SkippedNames)
        }

        let path: PersistenceDriver.Path
        let kind: Kind

        static func < (one: Key, other: Key) -> Bool {
            guard one.path == other.path else { return one.path < other.path }
            return switch (one.kind, other.kind) {
            case (.file, .folder), (.file, .tree), (.folder, .tree): true
            case (.tree(let skipped), .tree(let otherSkipped)):
                skipped.patterns.lexicographicallyPrecedes(otherSkipped.patterns)
            case (.file, .file), (.folder, .file), (.folder, .folder), (.tree, .file), (.tree, .folder): false
            }
        }
    }
}

extension PersistenceDriver.Request {
    /// The watched path, of a watch.
    var watchKey: WatchSession.Key? {
        switch action {
        case .watch: .init(path: path, kind: .file)
        case .watchFolder: .init(path: path, kind: .folder)
        case .watchTree(let names): .init(path: path, kind: .tree(SkippedNames(names)))
        case .read, .readPart, .list, .write, .append, .delete: nil
        }
    }
}
