/// A call that is made from one place, once.
package struct PlannedCall<Place: Equatable> {
    package let place: Place
    /// Whether it is made when the place is reached next.
    package var isArmed = false
    package private(set) var isMade = false

    package init(from place: Place) { self.place = place }

    /// - Returns: Whether the call is to be made now.
    package mutating func isDue(at reached: Place) -> Bool {
        guard isArmed, reached == place else { return false }
        (isArmed, isMade) = (false, true)
        return true
    }
}
