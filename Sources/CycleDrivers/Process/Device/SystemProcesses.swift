import Cycle
import CycleBase

/// The programs of one running driver, as processes of the system. Confined to the loop, which it never blocks: programs are started
/// and served by the one thread of all drivers.
final class SystemProcesses: ProcessDevice {
    private let share = Guarded<ChildShare?>(nil)
    private let signalling: ChildShare.Signalling

    /// - Parameter signalling: Another than the system's in tests only.
    init(signalling: ChildShare.Signalling = .bySystem) {
        self.signalling = signalling
    }

    func start(
        _ command: ProcessCommand, _ number: Int, keepsInput: Bool, terminal: ConsoleDriver.Size?,
        _ open: (_ onRoom: @escaping @Sendable () -> Void) -> Inlet<ProcessDeviceEvent>
    ) {
        switch join() {
        case .success(let share):
            let poller = share.thread.poller
            let inlet = open { poller.order { share.noticeRoom(number) } }
            let child = ChildProcess(command, number, share, inlet)
            poller.order(isSlow: true) { child.start(keepsInput: keepsInput, terminal: terminal) }
        case .failure(let failure):
            let inlet = open {}
            inlet.send(.failed(number, .exhausted(code: failure.code)))
            inlet.end()
        }
    }

    private func join() -> Result<ChildShare, SystemFailure> {
        share.withLock { share in
            if let share { return .success(share) }
            ExitReport.watch()
            return ChildThread.join().map { thread in
                let made = ChildShare(thread, signalling)
                share = made
                return made
            }
        }
    }

    private func order(_ number: Int, _ act: @escaping @Sendable (ChildProcess) -> Void) {
        order { $0.with(number, act) }
    }

    private func order(_ act: @escaping @Sendable (ChildShare) -> Void) {
        guard let share = share.withLock({ $0 }) else { return }
        share.thread.poller.order { act(share) }
    }

    func write(_ bytes: [UInt8], _ number: Int) { order(number) { $0.write(bytes) } }

    func endInput(_ number: Int) { order(number) { $0.endInput() } }

    func resize(to size: ConsoleDriver.Size, _ number: Int) { order(number) { $0.resize(to: size) } }

    func send(_ signal: ProcessSignal, _ number: Int) { order(number) { $0.send(signal) } }

    func terminate(_ number: Int) { order(number) { $0.terminate() } }

    func kill(_ number: Int) { order(number) { $0.kill() } }

    func abandon(_ number: Int) { order(number) { $0.abandon() } }

    func hold(_ isHeld: Bool) { order { $0.isHeld = isHeld } }

    func close(within patience: Duration) {
        // Before the order, so that starts that wait are passed over.
        share.withLock { $0 }?.isClosed.withLock { $0 = true }
        order { $0.close(within: max(patience, .zero)) }
    }

    var finished: @Sendable () async -> Void {
        { [share] in
            guard let share = share.withLock({ $0 }) else { return }
            await share.ending.wait()
            await share.thread.poller.waitIfEnding()
        }
    }
}
