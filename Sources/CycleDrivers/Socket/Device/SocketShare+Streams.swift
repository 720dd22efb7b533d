import CycleBase

// Streams: their opening, what they bring, and what they take.
extension SocketShare {
    /// Tries the addresses of a host, one after the other.
    func connect(_ number: Int, _ addresses: ArraySlice<SystemAddress>, after code: Int32 = EADDRNOTAVAIL) {
        var (code, others) = (code, addresses)
        while let address = others.popFirst() {
            do throws(SystemFailure) {
                let file = try Sockets.make(address.family, .stream)
                SystemSocket.prepareStream(file, address.family)
                sockets[number]?.file = file
                if address.withPointer({ CycleBase.connect(file, $0, $1) }) == 0 { return opened(number, others) }
                code = errno
                if code == EINPROGRESS || code == EINTR {
                    sockets[number]?.role = .connecting(others: others)
                    return watch(number, by: writers)
                }
                sockets[number]?.file = -1
                Descriptors.close(file)
            } catch {
                code = error.code
            }
        }
        // The queue of a listener at a path is full.
        fail(number, code == EAGAIN ? .refused : SocketFailure(code: code))
    }

    private func opened(_ number: Int, _ others: ArraySlice<SystemAddress>) {
        guard let socket = sockets[number] else { return }
        if socket.isItsOwnPeer { return tryOthers(number, others, after: ECONNREFUSED) }
        sockets[number]?.role = .stream
        send(.opened(number, at: socket.ownAddress, to: socket.peerAddress))
        watch(number, by: readers)
    }

    func goOnConnecting(_ number: Int, _ others: ArraySlice<SystemAddress>) {
        guard let file = sockets[number]?.file else { return }
        let code = Sockets.error(of: file)
        if code == 0 { opened(number, others) } else { tryOthers(number, others, after: code) }
    }

    private func tryOthers(_ number: Int, _ others: ArraySlice<SystemAddress>, after code: Int32) {
        guard let file = sockets[number]?.file else { return }
        sockets[number]?.file = -1
        Descriptors.close(file)
        connect(number, others, after: code)
    }

    func read(_ number: Int) {
        guard let socket = sockets[number] else { return }
        switch Descriptors.read(socket.file, upTo: 65_536) {
        case .bytes(let bytes): send(.received(number, bytes))
        case .nothingYet: break
        case .end:
            readers.forget(socket.file)
            send(.inputEnded(number))
        case .lost: fail(number, .reset)
        case .failed(let code): fail(number, SocketFailure(code: code))
        }
    }

    /// The other side of a stream that is not watched waits once the system's buffers are full.
    func hold(_ isHeld: Bool, of number: Int) {
        guard let file = sockets[number]?.file, file >= 0 else { return }
        if isHeld { readers.forget(file) } else { watch(number, by: readers) }
    }

    /// Writes what the system takes.
    func flush(_ number: Int) {
        guard var socket = sockets[number] else { return }
        defer { if sockets[number] != nil { sockets[number] = socket } }
        if case .datagrams = socket.role { return sendDatagrams(&socket, number) }
        while !socket.rest.isEmpty {
            let count = socket.rest.withUnsafeBytes { Sockets.send(socket.file, $0) }
            guard count >= 0 else {
                let code = errno
                if code == EINTR { continue }
                if code == EAGAIN || code == ENOBUFS { return wait(for: &socket, number) }
                return fail(number, SocketFailure(code: code))
            }
            socket.rest = socket.rest.dropFirst(count)
        }
        socket.rest = []
        finishWriting(&socket, number)
        if socket.endsOutput { _ = shutdown(socket.file, Int32(SHUT_WR)) }
    }

    func finishWriting(_ socket: inout SystemSocket, _ number: Int) {
        if socket.isWatchedForRoom { writers.forget(socket.file) }
        socket.isWatchedForRoom = false
        if socket.isWriteOwed { send(.written(number)) }
        socket.isWriteOwed = false
    }

    func wait(for socket: inout SystemSocket, _ number: Int) {
        if !socket.isWatchedForRoom { watch(number, by: writers) }
        socket.isWatchedForRoom = true
    }
}
