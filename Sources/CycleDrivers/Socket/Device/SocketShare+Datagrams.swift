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
            if case .exhausted(EAGAIN) = failure { return pause(socket, number, family) }
            send(.notSent(number, datagram: socket.nextDatagram, failure))
            socket.datagrams.removeFirst()
            socket.nextDatagram += 1
        }
        finishWriting(socket, number)
    }

    /// Waits until the system takes more. Where a receiver at a path is full the sender is ready to be written to all the same: it tries again
    /// after a pause, as waiting for it would be no wait.
    private func pause(_ socket: SystemSocket, _ number: Int, _ family: Int32) {
        guard family == AF_UNIX, Descriptors.waitForRoom(socket.file, milliseconds: 0) else {
            return wait(for: socket, number)
        }
        if socket.isWatchedForRoom { writers.forget(socket.file) }
        socket.isWatchedForRoom = false
        retries[number] = SystemClock.monotonic.now.adding(.milliseconds(10))
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
        guard let socket = sockets[number], case .datagrams(let family) = socket.role else { return }
        let (file, limit) = (socket.file, byteCount(of: socket.file, family))
        var arrived: (count: Int, bytes: [UInt8]) = (-1, [])
        let sender = SystemAddress.filled { address, size in
            arrived = Descriptors.filled(upTo: limit) { recvfrom(file, $0, limit, 0, address, size) }
        }
        if arrived.count > Datagram.byteLimit { return fail(number, .tooLong) }
        // An error is that of a datagram before, which no program has taken.
        if arrived.count >= 0 { send(.datagram(number, arrived.bytes, from: SocketAddress(sender))) }
    }

    /// Bytes for all of the next datagram: the system drops what does not fit. By IP none has more than 65,535; at a path it may be as long as
    /// the buffer of its sender.
    private func byteCount(of file: Int32, _ family: Int32) -> Int {
        guard family == AF_UNIX else { return 65_536 }
        return min(max(Descriptors.waitingCount(of: file) ?? Datagram.byteLimit, 1), Datagram.byteLimit + 1)
    }
}
