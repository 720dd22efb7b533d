extension WatchSession.Look {
    /// The number of a folder of a tree that the look has observed.
    var token: Int? {
        guard case .folder(_, .success(let found?)) = self else { return nil }
        return found.token
    }
}

extension WatchSession {
    func tree(of key: Key) -> WatchedTree? {
        guard case .tree(let skipped) = key.kind else { return nil }
        return WatchedTree(key.path, skipping: skipped, names)
    }

    /// The looks at folders of trees, but for their roots: those are looked at with the way to it.
    mutating func looksInTrees(after news: FolderNews?) -> [Action] {
        trees.keys.sorted().flatMap { key in
            (trees[key]?.looks(after: news) ?? []).map { Action.lookInTree(key, $0) }
        }
    }

    mutating func lookedInTree(
        _ key: Key, _ path: PersistenceDriver.Path, _ outcome: Result<WatchedTree.Found?, Failure>,
        _ dependence: Dependence
    ) -> [Action] {
        guard let watch = watches[key] else { return [] }
        var gone: Set<Int> = []
        if path == key.path {
            gone = watch.dependence.folders.subtracting(dependence.folders)
            watches[key]?.dependence = dependence
        }
        switch outcome {
        case .success(let found): return goOn(key, trees[key]?.take(found, at: path), gone)
        case .failure(.missingFolder), .failure(.symbolicLink), .failure(.notAFile):
            // Another program was quicker: the folder above tells of what is there now.
            return goOn(key, trees[key]?.take(nil, at: path), gone)
        case .failure(.exhausted(let resource)):
            return end(key, .failed(path: key.path, .exhausted(resource)))
        case .failure(let failure):
            let failed = trees[key]?.failed(at: path)
            let warnings: [Action] =
                failed?.isNew == true ? [.warn(.failed(path: path, failure), job: watch.job)] : []
            return warnings + goOn(key, failed?.consequence, gone)
        }
    }

    /// A look at a folder of a tree leads to looks at others, and the last of them to a report.
    private mutating func goOn(_ key: Key, _ consequence: WatchedTree.Consequence?, _ gone: Set<Int>) -> [Action] {
        guard let consequence else { return [] }
        return forget(gone.union(consequence.unused)) + consequence.looks.map { .lookInTree(key, $0) } + tellTree(key)
    }

    mutating func tellTree(_ key: Key) -> [Action] {
        guard let watch = watches[key], let change = trees[key]?.change(isTold: watch.isTold) else { return [] }
        return [.report(.folderChanged(path: key.path, change), key, job: watch.job)]
    }
}
