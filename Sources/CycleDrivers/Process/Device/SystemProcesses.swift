import Cycle
import CycleBase

/// The programs of one running driver, as processes of the system. Confined to the loop.
final class SystemProcesses: ProcessDevice {
    private let running = Guarded<[Int: ChildProcess]>([:])

    func start(
        _ command: ProcessCommand, _ number: Int, keepsInput: Bool,
        _ open: (_ onRoom: @escaping @Sendable () -> Void) -> Inlet<ProcessDeviceEvent>
    ) {
        running.withLock { running in
            running = running.filter { !$0.value.isGone }
        }
        do throws(SystemFailure) {
            let child = try ChildProcess(command, number, keepsInput: keepsInput)
            running.withLock { $0[number] = child }
            child.serve(open { child.noticeRoom() })
        } catch {
            let isScarce = [EAGAIN, ENOMEM, EMFILE, ENFILE].contains(error.code)
            let inlet = open {}
            inlet.send(
                .failed(number, isScarce ? .exhausted(code: error.code) : .cannotStart(code: error.code)))
            inlet.end()
        }
    }

    func write(_ bytes: [UInt8], _ number: Int) { running.withLock { $0[number] }?.write(bytes) }

    func endInput(_ number: Int) { running.withLock { $0[number] }?.endInput() }

    func terminate(_ number: Int) { running.withLock { $0[number] }?.terminate() }

    func kill(_ number: Int) { running.withLock { $0[number] }?.kill() }

    func close(within patience: Duration) {
        for child in running.withLock({ Array($0.values) }) { child.close(within: patience) }
    }

    var finished: @Sendable () async -> Void {
        { [running] in
            for child in running.withLock({ Array($0.values) }) { await child.waitUntilGone() }
        }
    }
}
