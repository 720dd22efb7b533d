// The tree of branches, and two of them side by side.
extension Inspection {
    /// The changes that lead from the run as it was to a branch, the first one first.
    public func changes(of branch: RunBranch.ID) -> [RunBranch] {
        var found: [RunBranch] = []
        var next: RunBranch.ID? = branch
        while let id = next, let branch = branches.first(where: { $0.id == id }) {
            found.append(branch)
            next = branch.parent
        }
        return found.reversed()
    }

    /// How deep a branch stands in the tree of branches: 0 for one that grew from the run as it was.
    public func depth(of branch: RunBranch.ID) -> Int { changes(of: branch).count - 1 }

    mutating func add(_ change: RunBranch.Change, named name: String, at origin: Int? = nil) {
        let id = (branches.map(\.id).max() ?? 0) + 1
        branches.append(
            RunBranch(id: id, name: "\(id): \(name)", parent: branch, origin: origin ?? selection, change: change))
        branch = id
        if change == .leavingOut { selection = max(0, selection - 1) }
    }

    mutating func removeBranch() {
        guard let removed = branches.first(where: { $0.id == branch }) else {
            return message = "this is the run itself"
        }
        var gone: Set = [removed.id]
        for branch in branches where branch.parent.map(gone.contains) == true { gone.insert(branch.id) }
        branches.removeAll { gone.contains($0.id) }
        branch = removed.parent
        if let branchReference, gone.contains(branchReference) { self.branchReference = nil }
    }

    // MARK: Compare

    /// The name of a branch; `nil` is the run as it was.
    public func name(of branch: RunBranch.ID?) -> String {
        branches.first { $0.id == branch }?.name ?? "the run as it was"
    }

    mutating func compareBranches() {
        branchReference = branch
        aspect = .branches
        message = "branches are compared with \(name(of: branch))"
    }

    /// Where a moment of the branch that is looked at stands in another one.
    ///
    /// - Parameters:
    ///   - index: Of the moment.
    ///   - other: The other branch; `nil` is the run as it was.
    /// - Returns: `nil` for a moment that only one of them has.
    public func counterpart(of index: Int, in other: RunBranch.ID?) -> Int? {
        let (own, others) = (branch.map(changes) ?? [], other.map(changes) ?? [])
        let commonCount = zip(own, others).prefix { $0.id == $1.id }.count
        let before = own.dropFirst(commonCount).reversed().reduce(Optional(index)) { index, branch in
            index.flatMap(branch.indexBefore)
        }
        return others.dropFirst(commonCount).reduce(before) { index, branch in index.flatMap(branch.indexAfter) }
    }
}

extension RunBranch {
    /// How many moments more there are, from the origin on.
    private var growth: Int {
        switch change {
        case .frame, .event, .recomputing: 0
        case .leavingOut: -1
        case .repeating, .inserting: 1
        }
    }

    /// Where a moment of the branch stood before the change; `nil` for the one that came with it.
    fileprivate func indexBefore(_ index: Int) -> Int? {
        if index < origin { return index }
        return growth > 0 && index == origin ? nil : index - growth
    }

    /// Where a moment stands after the change; `nil` for the one that was left out.
    fileprivate func indexAfter(_ index: Int) -> Int? {
        if index < origin { return index }
        return growth < 0 && index == origin ? nil : index + growth
    }
}
