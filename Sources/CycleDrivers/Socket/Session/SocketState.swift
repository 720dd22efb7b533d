import CycleBase

extension SocketSession {
    struct Want: Hashable, Sendable {
        /// The number of its opening.
        let number: Int
        var socket: SocketDriver<ID>.Socket
    }

    /// One opening of a socket, up to its end.
    struct Opened: HasDeadline {
        enum Stage: Hashable, Sendable {
            case opening(limitAt: Duration?)
            case open
            /// It was told to end.
            case ending(limitAt: Duration)
        }

        /// The way of the model's pieces, or datagrams, to the device.
        enum Feed: Hashable, Sendable {
            /// The next one to write has that number.
            case open(next: Int)
            /// Those below that number are being written.
            case writing(end: Int)
            case ended
        }

        var stage: Stage
        var feed: Feed
        var isInputOpen = true
        /// Whether nothing is read for now.
        var isHeld = false
        // Behind the others, as that of a socket.
        let id: ID

        var deadline: Duration? {
            switch stage {
            case .opening(let limitAt): limitAt
            case .open: nil
            case .ending(let limitAt): limitAt
            }
        }

        /// Whether it is open, or was.
        var isOpened: Bool {
            if case .opening = stage { false } else { true }
        }
    }
}

extension SocketSession {
    func memory(at now: Duration) -> Int {
        var hasher = Hasher()
        hasher.combine(phase)
        for (_, opened) in sockets.all.sorted(by: { $0.key < $1.key }) {
            hasher.combine(opened.id)
            hasher.combine(opened.feed)
            hasher.combine(opened.isInputOpen)
            hasher.combine(opened.isOpened)
            hasher.combine(opened.deadline.map { $0 - now })
        }
        hasher.combine(offers.count)
        // In no order.
        hasher.combine(wants.values.reduce(0) { $0 ^ hash(of: $1) })
        return hasher.finalize()
    }

    private func hash(of want: Want) -> Int {
        var hasher = Hasher()
        hasher.combine(want.socket)
        hasher.combine(sockets[want.number] == nil)
        return hasher.finalize()
    }
}
