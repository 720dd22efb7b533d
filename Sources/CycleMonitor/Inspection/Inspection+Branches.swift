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
        let (added, before) = (branches[branches.count - 1], shownRemarks)
        branch = id
        shownRemarks = before.moved(to: id, approvedBefore: added.firstIndex) { added.indexAfter($0) }
        if change == .leavingOut { selection = max(0, selection - 1) }
    }

    // MARK: Move

    /// - Parameter target: The index that the selected moment has in the new branch.
    mutating func moveSelection(to target: Int, _ moments: some InspectedMoments) {
        guard target != selection else { return message = "it stands there" }
        let passed = min(selection, target)...max(selection, target)
        guard passed.allSatisfy({ !moments.summary(at: $0).isStart }) else {
            return message = "it cannot leave its run"
        }
        let number = moments.summary(at: selection).number
        if let place = movingBranch(of: selection) {
            moveFurther(to: target, place)
        } else {
            add(.moving(to: target), named: "\(number) moved")
        }
        selection = target
    }

    /// The branch that is looked at, where it has moved this moment and nothing grew from it.
    private func movingBranch(of index: Int) -> Int? {
        branches.firstIndex { $0.id == branch && $0.change == .moving(to: index) }.flatMap { place in
            branches.contains { $0.parent == branches[place].id } ? nil : place
        }
    }

    /// A moment that goes on by steps is one change, and none where it has come back.
    private mutating func moveFurther(to target: Int, _ place: Int) {
        let moved = branches[place]
        guard target != moved.origin else { return removeBranch() }
        branches[place] = RunBranch(
            id: moved.id, name: moved.name, parent: moved.parent, origin: moved.origin, change: .moving(to: target))
        shownRemarks = shownRemarks.moved(to: moved.id, approvedBefore: min(selection, target)) {
            $0.place(afterMoving: selection, to: target)
        }
    }

    mutating func removeBranch() {
        guard let removed = branches.first(where: { $0.id == branch }) else {
            return message = "this is the run itself"
        }
        var gone: Set = [removed.id]
        for branch in branches where branch.parent.map(gone.contains) == true { gone.insert(branch.id) }
        branches.removeAll { gone.contains($0.id) }
        remarks.removeAll { $0.branch.map(gone.contains) == true }
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
        case .frame, .event, .moving, .recomputing: 0
        case .leavingOut: -1
        case .repeating, .inserting: 1
        }
    }

    /// Where a moment of the branch stood before the change; `nil` for the one that came with it.
    fileprivate func indexBefore(_ index: Int) -> Int? {
        if case .moving(let target) = change { return index.place(afterMoving: target, to: origin) }
        if index < origin { return index }
        return growth > 0 && index == origin ? nil : index - growth
    }

    /// Where a moment stands after the change; `nil` for the one that was left out.
    func indexAfter(_ index: Int) -> Int? {
        if case .moving(let target) = change { return index.place(afterMoving: origin, to: target) }
        if index < origin { return index }
        return growth < 0 && index == origin ? nil : index + growth
    }
}

extension Int {
    /// Where the element of this index stands when another one, or this one, was taken up and put elsewhere.
    fileprivate func place(afterMoving origin: Int, to target: Int) -> Int {
        if self == origin { return target }
        if origin < target { return self > origin && self <= target ? self - 1 : self }
        return self >= target && self < origin ? self + 1 : self
    }
}
