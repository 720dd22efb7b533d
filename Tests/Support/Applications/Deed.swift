/// Where a random application is called back.
package enum Place: Int, CaseIterable, Sendable {
    case eventFilter, frameFilter, rule, render, watcher, newcomer, observer, moment, idle, until, cancel, effectStart,
        release
}

/// A public call that a callback makes.
package enum Act: Hashable, CaseIterable, Sendable {
    case send, sendOther, endPipe, sendWhole, start, stop, restart, restartAndStop, restartTwice, resume, step, drain,
        observe,
        observeMoments, makeValues,
        leave, cancelHeld, readFrame, letGo
}

/// A public call that is made in the given callback of that place.
package struct Deed: Hashable, CustomStringConvertible, Sendable {
    package let place: Place
    /// Counts the callbacks of the place, from 1.
    package let occurrence: Int
    package let act: Act
    /// Whether the call comes at the end of the callback.
    package let isLate: Bool

    package init(_ place: Place, _ occurrence: Int, _ act: Act, isLate: Bool = false) {
        (self.place, self.occurrence, self.act, self.isLate) = (place, occurrence, act, isLate)
    }

    /// - Parameter acts: Those to choose from.
    package init(of acts: [Act] = Act.allCases, _ chance: inout SeededChance) {
        place = chance.one(of: Place.allCases)
        occurrence = 1 + chance.below(chance.once(in: 3) ? 40 : 8)
        act = chance.one(of: acts)
        isLate = chance.once(in: 2)
    }

    package var description: String {
        "\(act) \(isLate ? "at the end of" : "in") \(place) \(occurrence)"
    }
}
