import CycleDrivers

/// A stream that a program is opening.
struct AttemptState: Hashable {
    /// The place of the lens that opens it.
    let path: String
    /// The program that opens it, and its number.
    let program: (name: String?, number: Int)
    let address: SocketAddress

    static func == (one: Self, other: Self) -> Bool { one.path == other.path && one.address == other.address }

    func hash(into hasher: inout Hasher) {
        hasher.combine(path)
        hasher.combine(address)
    }
}

/// An end of a stream that is not gone.
struct LinkState: Hashable {
    /// Its address and that of the other end, which name it.
    let place: String
    /// The name of the other end.
    let otherPlace: String
    /// The number of its program; 0 where that is not explored.
    let program: Int
    /// The number of the program at the other end.
    let otherProgram: Int
    /// Whether no loop reads it, but the world for the program.
    let isPlayed: Bool
    var isOtherGone: Bool

    /// Whether a program sees it, or can see its address.
    func concerns(_ program: Int) -> Bool { self.program == program || otherProgram == program }
}

/// Deliveries along a stream, or one datagram, in words.
final class WireState: Sendable {
    /// The name of the way that they take; of a datagram, its words.
    let place: String
    /// The program to which it leads, and its number.
    let program: (name: String?, number: Int)
    /// The number of the program that it comes from.
    let sender: Int
    let isStream: Bool
    let words: [String]
    /// Whether the first delivery opens a request, which comes whole.
    let opensRequest: Bool

    /// The words by which a report tells it.
    var shownWords: String { (opensRequest ? words.last : words.first) ?? "" }

    init(
        place: String, program: (String?, Int), sender: Int, isStream: Bool, words: [String], opensRequest: Bool
    ) {
        (self.place, self.program, self.sender, self.isStream) = (place, program, sender, isStream)
        (self.words, self.opensRequest) = (words, opensRequest)
    }
}
