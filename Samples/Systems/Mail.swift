package import CycleDrivers

/// Messages on their way, each a datagram of some words. A message that promises something is held until the disk has it.
package struct Mail<Message: LosslessStringConvertible>: Hashable, Codable {
    private var held: [Datagram] = []
    private var waiting: [Datagram] = []
    private var sentCount = 0

    package init() {}

    /// Whether all has left.
    package var isEmpty: Bool { held.isEmpty && waiting.isEmpty }

    package mutating func send(_ message: Message, to address: SocketAddress) {
        waiting.append(.init(message.description, to: address))
    }

    package mutating func hold(_ message: Message, to address: SocketAddress) {
        held.append(.init(message.description, to: address))
    }

    /// Sends all that was held.
    package mutating func release() {
        waiting += held
        held = []
    }

    package func socket(at address: SocketAddress) -> SocketDriver<Int>.Model {
        [.datagrams(0, at: address, output: .init(waiting, from: sentCount))]
    }

    /// - Returns: A message that has come, and its sender.
    package mutating func take(
        _ event: SocketDriver<Int>.Event
    ) throws(SocketFailure) -> (message: Message, sender: SocketAddress)? {
        switch event {
        case .datagram(_, let bytes, let sender):
            return Message(String(decoding: bytes, as: UTF8.self)).map { ($0, sender) }
        case .written(_, let end):
            waiting.removeFirst(end - sentCount)
            sentCount = end
        // A name, where the driver wants the number of a host. All else is as if the message was lost.
        case .notSent(_, _, .badAddress): throw .badAddress
        case .failed(_, let failure): throw failure
        default: break
        }
        return nil
    }
}
