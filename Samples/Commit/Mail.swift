import CycleDrivers

/// All that two-phase commit says, on the disk and on the way: a manager's vote, and the coordinator's verdict.
enum Word: String {
    case ready, no, commit, abort
}

/// Words on their way, each a datagram, until the system has them.
struct Mail: Hashable {
    private var waiting: [Datagram] = []
    private var sentCount = 0

    mutating func send(_ word: Word, to address: SocketAddress) { waiting.append(.init(word.rawValue, to: address)) }

    func socket(at address: SocketAddress) -> SocketDriver<Int>.Model {
        [.datagrams(0, at: address, output: .init(waiting, from: sentCount))]
    }

    /// - Returns: A word that has come, and its sender.
    mutating func take(_ event: SocketDriver<Int>.Event) throws(SocketFailure) -> (word: Word, sender: SocketAddress)? {
        switch event {
        case .datagram(_, let bytes, let sender):
            return Word(rawValue: String(decoding: bytes, as: UTF8.self)).map { ($0, sender) }
        case .written(_, let end):
            waiting.removeFirst(end - sentCount)
            sentCount = end
        // A name, where the driver wants the number of a host. All else is as if the word was lost.
        case .notSent(_, _, .badAddress): throw .badAddress
        case .failed(_, let failure): throw failure
        default: break
        }
        return nil
    }
}
