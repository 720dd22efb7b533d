import CycleBase

// Sockets that listen, and the connections that they offer.
extension SocketShare {
    func listen(_ number: Int, _ kind: Sockets.Kind, _ addresses: [SystemAddress], _ mode: Int) {
        var failure = SystemFailure(code: EADDRNOTAVAIL)
        for address in addresses {
            do throws(SystemFailure) {
                let socket = try SystemSocket(kind, at: address, mode: mode)
                sockets[number] = socket
                send(.ready(number, at: socket.ownAddress))
                return watch(number, by: readers)
            } catch {
                failure = error
            }
        }
        fail(number, SocketFailure(code: failure.code))
    }

    func accept(_ number: Int) {
        guard let file = sockets[number]?.file else { return }
        do throws(SystemFailure) {
            let (accepted, peer) = try Sockets.accept(at: file)
            SystemSocket.prepareStream(accepted, peer.family)
            newestOffer += 1
            offered[newestOffer] = accepted
            send(.accepted(number, SocketConnection(newestOffer), from: SocketAddress(peer)))
        } catch {
            switch error.code {
            case EAGAIN, EINTR, ECONNABORTED, EPROTO: break
            case EMFILE, ENFILE, ENOMEM, ENOBUFS: rest(number, file)
            default: fail(number, SocketFailure(code: error.code))
            }
        }
    }

    /// Without a descriptor for it the connection stays where it is, and would be told again at once.
    func rest(_ number: Int, _ file: Int32) {
        readers.forget(file)
        let until = SystemClock.monotonic.now.adding(.milliseconds(100))
        resting = ((resting?.listeners ?? []) + [number], resting?.until ?? until)
    }

    func wakeListeners(_ now: Duration) {
        guard let resting, resting.until <= now else { return }
        self.resting = nil
        for number in resting.listeners { watch(number, by: readers) }
    }

    func take(_ connection: SocketConnection, _ number: Int) {
        guard let file = offered.removeValue(forKey: connection.number) else { return fail(number, .gone) }
        sockets[number] = SystemSocket(accepted: file)
        watch(number, by: readers)
    }

    func refuse(_ connection: SocketConnection) {
        if let file = offered.removeValue(forKey: connection.number) { Descriptors.close(file) }
    }
}
