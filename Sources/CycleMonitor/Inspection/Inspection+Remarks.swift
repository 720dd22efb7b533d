// What a person says of moments belongs to the branch that is looked at: elsewhere another moment may stand at the same index.
extension Inspection {
    /// Marks, approvals and notes of one branch.
    struct Remarks: Hashable, Sendable, Codable {
        /// `nil` for the run as it was.
        let branch: RunBranch.ID?
        var marks: [Int] = []
        var approvals: [Int: Bool] = [:]
        var notes: [Int: String] = [:]

        /// For another branch, or for this one after a change of it.
        ///
        /// - Parameters:
        ///   - branch: The branch.
        ///   - end: From there on moments lead elsewhere, which nobody has approved.
        ///   - place: Where a moment stands there; `nil` for one that is left out.
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

    var shownRemarks: Remarks {
        get { remarks.first { $0.branch == branch } ?? Remarks(branch: branch) }
        set {
            remarks.removeAll { $0.branch == branch }
            remarks.append(newValue)
        }
    }

    /// Of the branch that is looked at, in ascending order.
    public internal(set) var marks: [Int] {
        get { shownRemarks.marks }
        set { shownRemarks.marks = newValue }
    }

    /// Approvals that were given or taken back here, in the branch that is looked at.
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
