/// One decision: which of the possibilities happens, and when.
struct Decision: Hashable, Sendable {
    /// The place among all that was possible.
    var choice: Int
    /// After how many turns of what happened before; `nil` for all of them.
    var afterTurns: Int?
    /// The rest of allowances, where it was set from outside.
    var budget: SIMD16<UInt8>?
}

/// A turn, for a report.
struct TurnRecord<Frame> {
    let lens: String
    let event: Any
    let frame: Frame
}
