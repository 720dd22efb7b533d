package import CycleDrivers

/// A question to all members of a group, repeated until most of them have replied. Any two majorities have a member in common.
package struct Poll<Reply: Hashable>: Hashable {
    package let members: [SocketAddress]
    /// How many replies are enough.
    package var most: Int
    /// Of the question. A reply has the same number.
    package private(set) var number = 0
    private var replies: [SocketAddress: Reply] = [:]

    package init(of members: [SocketAddress]) { (self.members, most) = (members, members.count / 2 + 1) }

    /// The replies so far, in the order of the members.
    package var all: [Reply] { members.compactMap { replies[$0] } }
    /// The members that have not replied.
    package var silent: [SocketAddress] { members.filter { replies[$0] == nil } }

    /// Begins with the next question.
    package mutating func begin() { (number, replies) = (number + 1, [:]) }

    /// - Returns: Whether this reply makes them enough.
    package mutating func take(_ reply: Reply, to number: Int, from sender: SocketAddress) -> Bool {
        guard number == self.number, members.contains(sender) else { return false }
        return replies.updateValue(reply, forKey: sender) == nil && replies.count == most
    }
}

extension Poll: Codable where Reply: Codable {}
