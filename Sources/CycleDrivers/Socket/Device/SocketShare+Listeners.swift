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
                // Where the system has no such addresses the next one is tried. An address that is taken, or not allowed, is not passed
                // over: clients of the others would find another program.
                guard [EAFNOSUPPORT, EADDRNOTAVAIL, EPROTONOSUPPORT].contains(error.code) else { break }
            }
        }
        // The folder of a path: nothing is connected to.
        fail(number, failure.code == ENOENT ? .badAddress : SocketFailure(code: failure.code))
    }

    /// The most connections of a listener that are offered before the next stream is read.
    static var offerLimit: Int { 64 }

    /// Offers a connection.
    ///
    /// - Returns: Whether there may be more.
    @discardableResult
    func accept(_ number: Int) -> Bool {
        guard let file = sockets[number]?.file else { return false }
        do throws(SystemFailure) {
            let (accepted, peer) = try Sockets.accept(at: file)
            SystemSocket.prepareStream(accepted, peer.family)
            newestOffer += 1
            offered[newestOffer] = accepted
            send(.accepted(number, SocketConnection(newestOffer), from: SocketAddress(peer)))
            return true
        } catch {
            switch Sockets.NextAccept(after: error) {
            case .now: return true
            case .whenReady: return false
            case .afterPause:
                rest(number, file)
                return false
            }
        }
    }

    /// Offers no connection of a listener for a while.
    func rest(_ number: Int, _ file: Int32) {
        readers.forget(file)
        retries[number] = SystemClock.monotonic.now.adding(Sockets.NextAccept.pause)
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
