import CycleBase

// Sockets of datagrams.
extension SocketShare {
    func sendDatagrams(_ socket: SystemSocket, _ number: Int) {
        guard case .datagrams(let family) = socket.role else { return }
        while let datagram = socket.datagrams.first {
            guard let failure = send(datagram, by: socket.file, family) else {
                socket.datagrams.removeFirst()
                socket.nextDatagram += 1
                continue
            }
            if case .exhausted(EAGAIN) = failure { return wait(for: socket, number) }
            send(.notSent(number, datagram: socket.nextDatagram, failure))
            socket.datagrams.removeFirst()
            socket.nextDatagram += 1
        }
        finishWriting(socket, number)
    }

    /// - Returns: Why it was not sent; `nil` if it was.
    func send(_ datagram: Datagram, by file: Int32, _ family: Int32) -> SocketFailure? {
        let address: SystemAddress?
        switch datagram.address {
        case .path(let path): address = SystemAddress(path: path)
        case .host(let host, let port):
            // A name would hold all others up: datagrams go to numbers. A socket of version 6 reaches those of version 4 by longer ones.
            let found = [host, "::ffff:\(host)"].flatMap {
                SystemAddress.addresses(of: $0, port: port, .datagram, isNumber: true)
            }
            address = found.first { $0.family == family }
        }
        guard let address, address.family == family else { return .badAddress }
        while datagram.bytes.withUnsafeBytes({ Sockets.send(file, $0, to: address) }) < 0 {
            if errno != EINTR { return SocketFailure(code: errno) }
        }
        return nil
    }

    func receive(_ number: Int) {
        guard let file = sockets[number]?.file else { return }
        var arrived: (count: Int, bytes: [UInt8]) = (-1, [])
        let sender = SystemAddress.filled { address, size in
            arrived = Descriptors.filled(upTo: 65_536) { recvfrom(file, $0, 65_536, 0, address, size) }
        }
        // An error is that of a datagram before, which no program has taken.
        if arrived.count >= 0 { send(.datagram(number, arrived.bytes, from: SocketAddress(sender))) }
    }
}
