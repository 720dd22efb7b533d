import CycleBase

// Streams: their opening, what they bring, and what they take.
extension SocketShare {
    /// Tries the addresses of a host, one after the other. One that swallows what is sent to it holds up the others for a while alone.
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
                    if !others.isEmpty { retries[number] = SystemClock.monotonic.now.adding(Self.attemptLimit) }
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

    /// - Parameter code: Why the newest address is passed over; `nil` to ask how it went.
    func goOnConnecting(_ number: Int, _ others: ArraySlice<SystemAddress>, after code: Int32? = nil) {
        guard let file = sockets[number]?.file else { return }
        retries[number] = nil
        writers.forget(file)
        let code = code ?? Sockets.error(of: file)
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
        switch socket.read() {
        case .bytes(let bytes):
            if socket.encrypted != nil { unread.insert(number) }
            send(.received(number, bytes))
        case .nothingYet: unread.remove(number)
        case .end:
            unread.remove(number)
            readers.forget(socket.file)
            send(.inputEnded(number))
        case .lost: fail(number, .reset)
        case .failed(let code): fail(number, SocketFailure(code: code))
        }
    }

    /// The newest bytes may say why the other side has cut the stream.
    func readRest(_ number: Int, _ failure: SocketFailure) {
        switch sockets[number]?.read() {
        case nil: return
        case .bytes(let bytes): send(.received(number, bytes))
        case .nothingYet, .end, .lost, .failed: fail(number, failure)
        }
    }

    /// The other side of a stream that is not watched waits once the system's buffers are full.
    func hold(_ isHeld: Bool, of number: Int) {
        guard let socket = sockets[number], socket.file >= 0 else { return }
        socket.isHeld = isHeld
        if case .cut(let failure) = socket.role { return fail(number, failure) }
        if isHeld {
            readers.forget(socket.file)
            unread.remove(number)
            ready.removeAll { $0 == number }
        } else {
            watch(number, by: readers)
            if socket.encrypted != nil { unread.insert(number) }
        }
    }

    /// Writes what the system takes.
    func flush(_ number: Int) {
        guard let socket = sockets[number] else { return }
        switch socket.role {
        case .datagrams: return sendDatagrams(socket, number)
        case .cut: return
        case .unresolved, .encrypting, .connecting, .stream, .listener: break
        }
        while !socket.rest.isEmpty {
            do throws(SocketFailure) {
                let count = try socket.write()
                if count == 0 { return wait(for: socket, number) }
                socket.rest = socket.rest.dropFirst(count)
            } catch {
                return cut(socket, number, error)
            }
        }
        socket.rest = []
        finishWriting(socket, number)
        // The end of an encrypted output would be taken for a cut.
        if socket.endsOutput, socket.encrypted == nil { _ = shutdown(socket.file, Int32(SHUT_WR)) }
    }

    private func cut(_ socket: SystemSocket, _ number: Int, _ failure: SocketFailure) {
        guard !socket.isHeld, case .stream = socket.role else { return fail(number, failure) }
        (socket.role, socket.rest) = (.cut(failure), [])
        if socket.isWatchedForRoom { writers.forget(socket.file) }
        unread.insert(number)
    }

    func finishWriting(_ socket: SystemSocket, _ number: Int) {
        if socket.isWatchedForRoom { writers.forget(socket.file) }
        socket.isWatchedForRoom = false
        if socket.isWriteOwed { send(.written(number)) }
        socket.isWriteOwed = false
    }

    func wait(for socket: SystemSocket, _ number: Int) {
        if !socket.isWatchedForRoom { watch(number, by: writers) }
        socket.isWatchedForRoom = true
    }
}
