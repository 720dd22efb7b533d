import CycleBase

// Encrypted streams: another thread connects, as that waits for the other side again and again.
extension SocketShare {
    func connectEncrypted(_ number: Int, _ host: String, _ port: Int) {
        let isUnwanted = Latch()
        sockets[number] = SystemSocket()
        sockets[number]?.role = .encrypting(isUnwanted: isUnwanted)
        guard let encryption else { return fail(number, .noTLS) }
        SocketNames.run { [self] in
            let outcome = Result { () throws(SocketFailure) in try encryption.connect(host, port, isUnwanted) }
            poller.order { [self] in take(outcome, number) }
        }
    }

    private func take(_ outcome: Result<any EncryptedStream, SocketFailure>, _ number: Int) {
        guard sockets[number] != nil else { return }
        switch outcome {
        case .failure(let failure): fail(number, failure)
        case .success(let stream):
            sockets[number]?.file = stream.descriptor
            sockets[number]?.encrypted = stream
            sockets[number]?.role = .stream
            guard let socket = sockets[number] else { return }
            send(.opened(number, at: socket.ownAddress, to: socket.peerAddress))
            unread.insert(number)
            watch(number, by: readers)
        }
    }
}

extension SystemSocket {
    /// Reads the next bytes of a stream.
    func read() -> Descriptors.ReadOutcome {
        let count = 65_536
        return encrypted?.read(upTo: count) ?? Descriptors.read(file, upTo: count)
    }

    /// Writes the beginning of its rest.
    ///
    /// - Returns: How many bytes were taken. 0 where it has to be tried again.
    func write() throws(SocketFailure) -> Int {
        if let encrypted {
            let outcome = rest.withUnsafeBytes { bytes in
                Result { () throws(SocketFailure) in try encrypted.write(bytes) }
            }
            return try outcome.get()
        }
        do throws(SystemFailure) {
            return try Sockets.write(rest, to: file)
        } catch {
            throw SocketFailure(code: error.code)
        }
    }
}
