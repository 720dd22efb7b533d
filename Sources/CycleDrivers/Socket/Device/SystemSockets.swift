import Cycle
import CycleBase

/// The sockets of one running driver, of the system. Confined to the loop, which it never blocks: sockets are opened and served by the
/// one thread of all drivers.
final class SystemSockets: SocketDevice {
    private enum State {
        case notYet
        case joined(SocketShare)
        /// No thread or descriptor was left.
        case refused(SystemFailure)
    }

    private let state = Guarded(State.notYet)
    private let encryption: Encryption?
    /// Where events go without a thread.
    private var inlet: Inlet<SocketDeviceEvent>?

    init(encryption: Encryption? = nil) {
        self.encryption = encryption
    }

    func wake(_ open: (_ onRoom: @escaping @Sendable () -> Void) -> Inlet<SocketDeviceEvent>) {
        guard let share = join() else { return inlet = open {} }
        let inlet = open { share.poller.order { share.noticeRoom() } }
        order { $0.wake(inlet) }
    }

    private func join() -> SocketShare? {
        state.withLock { state in
            switch state {
            case .joined(let share): return share
            case .refused, .notYet:
                do throws(SystemFailure) {
                    let share = try SocketShare(try SharedPoller.join().get(), encryption)
                    state = .joined(share)
                    return share
                } catch {
                    state = .refused(error)
                    return nil
                }
            }
        }
    }

    private var share: SocketShare? {
        state.withLock { if case .joined(let share) = $0 { share } else { nil } }
    }

    private func order(_ act: @escaping @Sendable (SocketShare) -> Void) {
        guard let share else { return }
        share.poller.order { act(share) }
    }

    func sleep() {
        inlet?.end()
        inlet = nil
        order { $0.sleep() }
    }

    func open(_ place: SocketPlace, mode: Int, isEncrypted: Bool, _ number: Int) {
        if case .refused(let failure) = state.withLock({ $0 }) {
            inlet?.send(.failed(number, .exhausted(code: failure.code)))
        }
        order { $0.open(place, mode: mode, isEncrypted: isEncrypted, number) }
    }

    func refuse(_ connection: SocketConnection) { order { $0.refuse(connection) } }

    func write(_ bytes: [UInt8], _ number: Int) { order { $0.write(bytes, number) } }

    func send(_ datagrams: [Datagram], from first: Int, _ number: Int) {
        order { $0.send(datagrams, from: first, number) }
    }

    func endOutput(_ number: Int) { order { $0.endOutput(number) } }

    func close(_ number: Int) { order { $0.close(number) } }

    func hold(_ isHeld: Bool) { order { $0.isHeld = isHeld } }

    func hold(_ isHeld: Bool, of number: Int) { order { $0.hold(isHeld, of: number) } }

    func close(within patience: Duration) {
        inlet?.end()
        order { $0.close(within: patience) }
    }

    var finished: @Sendable () async -> Void {
        { [state] in
            guard case .joined(let share) = state.withLock({ $0 }) else { return }
            await share.ending.wait()
            await share.poller.waitIfEnding()
        }
    }
}
