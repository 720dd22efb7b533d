// Remarks belong to one branch: in another one, another moment may have the same index.
extension Inspection {
    /// Marks, approvals and notes of one branch.
    struct Remarks: Hashable, Sendable, Codable {
        /// `nil` for the run as it was.
        let branch: RunBranch.ID?
        var marks: [Int] = []
        var approvals: [Int: Bool] = [:]
        var notes: [Int: String] = [:]

        /// The remarks as they hold for another branch, or for this one after it has changed.
        ///
        /// - Parameters:
        ///   - branch: The branch.
        ///   - end: The first moment that leads to another frame there: its approval does not hold, and no later one.
        ///   - place: The index of a moment there; `nil` for one that is left out.
        func moved(to branch: RunBranch.ID?, approvedBefore end: Int, _ place: (Int) -> Int?) -> Remarks {
            var moved = Remarks(branch: branch)
            moved.marks = marks.compactMap(place).sorted()
            moved.approvals = approvals.filter { $0.key < end }
            for (index, note) in notes {
                if let index = place(index) { moved.notes[index] = note }
            }
            return moved
        }
    }

    /// The remarks of the branch that is looked at.
    var shownRemarks: Remarks {
        get { remarks.first { $0.branch == branch } ?? Remarks(branch: branch) }
        set {
            remarks.removeAll { $0.branch == branch }
            remarks.append(newValue)
        }
    }

    /// The marked moments of the branch that is looked at, in ascending order.
    public internal(set) var marks: [Int] {
        get { shownRemarks.marks }
        set { shownRemarks.marks = newValue }
    }

    /// Approvals of moments of the branch that is looked at, as far as they were given or taken back here.
    public internal(set) var approvals: [Int: Bool] {
        get { shownRemarks.approvals }
        set { shownRemarks.approvals = newValue }
    }

    /// The notes on moments of the branch that is looked at.
    public internal(set) var notes: [Int: String] {
        get { shownRemarks.notes }
        set { shownRemarks.notes = newValue }
    }
}
