/// An order of a person to a monitor: the same one, by the same word, in every face.
public enum InspectionCommand: Hashable, Sendable, Codable {
    // Move
    /// To a moment so many listed moments further on.
    case next(Int)
    /// To a moment so many listed moments back.
    case previous(Int)
    /// To the first listed moment.
    case first
    /// To the last listed moment.
    case last
    /// To the moment of a number.
    case goto(number: Int)
    /// To the last moment at a time of the loop, in seconds, or before it.
    case time(seconds: Double)
    /// To the next moment that changes the place that is looked at.
    case nextChange
    /// To the moment before that changed it.
    case previousChange
    /// To the next moment of the same lens.
    case nextOfLens
    /// To the moment before of the same lens.
    case previousOfLens
    /// To the next marked moment.
    case nextMark
    /// To the marked moment before.
    case previousMark
    /// To the next moment that the search finds; of a condition, to the next one from which on it holds.
    case nextHit
    /// To the moment before that the search finds.
    case previousHit

    // See
    /// Lists the events of one lens, or of all of a kind: `rows[].timer`; `nil` for all.
    case lens(String?)
    /// Lists the events of the selected moment's lens, or all again.
    case lensOfMoment
    /// Lists no events of a lens any more, or of all of a kind, `rows[].timer`; `nil` for that of the selected moment and those
    /// like it.
    case hide(String?)
    /// Lists the lenses again that were hidden.
    case unhide
    /// Lists only moments that change the frame, or all again.
    case onlyChanges
    /// Lists only moments from the selected one on, or all again.
    case fromHere
    /// Shows another aspect of the selected moment.
    case show(Inspection.Aspect)
    /// Looks at a place of the frame.
    case place(RecordedPath)
    /// Compares with the frame of the selected moment from now on, or with none.
    case compare
    /// Searches a text from the selected moment on, or a moment from which on a condition as `total > 3` holds.
    case find(String)
    /// Begins or ends a range at the selected moment.
    case range

    // Keep
    /// Marks the selected moment, or takes the mark away.
    case mark
    /// Says that the moments of the range are right, or takes that back.
    case approve
    /// Writes a note to the selected moment; an empty one takes it away.
    case note(String)

    /// Writes the range, or all moments, to a file; its ending says in which form.
    case export(path: String)

    // Play
    /// Plays the moments, or stops.
    case play
    /// The speed of playing: 2 is twice as fast as they happened.
    case speed(Double)
    /// Plays the other way.
    case reverse

    // Change
    /// A branch in which the selected moment led to another value at a place.
    case setFrame(RecordedPath, RecordedValue)
    /// A branch in which the event of the selected moment was another one.
    case setEvent(RecordedPath, RecordedValue)
    /// A branch in which the selected moment did not happen.
    case leaveOut
    /// A branch in which the event of the selected moment happened twice.
    case again
    /// A branch in which an event of a lens happened before the selected moment.
    case insert(lens: String, event: RecordedValue)
    /// A branch in which the selected moment happened at the place of the moment of a number; those between move by one.
    case move(toNumber: Int)
    /// A branch in which the selected moment happened so many listed moments later, or earlier where that is below 0.
    case moveBy(Int)
    /// A branch in which the application computes the whole run again: the moments that differ are those that its code has
    /// changed since.
    case shadow
    /// Looks at a branch; `nil` for the run as it was.
    case branch(RunBranch.ID?)
    /// Compares branches with the one that is looked at from now on.
    case compareBranches
    /// Gives the branch that is looked at another name.
    case renameBranch(String)
    /// Forgets the branch that is looked at, with those that grew from it.
    case dropBranch

    // Live
    /// Selects the newest moment as soon as it comes.
    case follow
    /// Has the program stand still, or go on.
    case pause
}
