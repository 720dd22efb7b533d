import CycleBase

/// A shell that acts in place of this process when that has vanished: after `SIGKILL`, a fault, or an `exec`.
///
/// It reads a pipe: each line is an instruction, and the end of the pipe means that the process is gone. It is in a group of its own, so
/// that a signal to the whole job does not reach it.
final class GuardShell: Sendable {
    private let process: pid_t
    /// Its end of this process. A signal handler may write to it.
    let pipe: Int32

    /// - Returns: `nil` where the system has no process or descriptor for it.
    init?(_ script: String, _ arguments: [String]) {
        let ends: (reading: Int32, writing: Int32)
        do { ends = try Descriptors.makePipe() } catch { return nil }
        defer { Descriptors.close(ends.reading) }
        Descriptors.preventSignal(ofWritingTo: ends.writing)
        // The shell reads with a call that blocks.
        _ = fcntl(ends.reading, F_SETFL, fcntl(ends.reading, F_GETFL) & ~O_NONBLOCK)
        do throws(SystemFailure) {
            process = try Spawning.start(
                Spawning.Order(
                    words: ["/bin/sh", "-c", script, "sh"] + arguments, descriptors: [0: ends.reading],
                    group: .ofItsOwn))
        } catch {
            Descriptors.close(ends.writing)
            return nil
        }
        pipe = ends.writing
    }

    /// A guard that takes nothing has been stopped or ended: there is nothing to tell it.
    func send(_ line: String) {
        _ = Descriptors.writeAll(Array((line + "\n").utf8), to: pipe) {
            Descriptors.waitForRoom(pipe, milliseconds: 100)
        }
    }

    /// Ends the shell, with all that it has started. It may be stopped, so it is not waited for before it is killed.
    func close() {
        // Before the pipe: at its end the guard would act.
        _ = kill(-process, SIGKILL)
        _ = kill(process, SIGKILL)
        while waitpid(process, nil, 0) < 0, errno == EINTR {}
        Descriptors.close(pipe)
    }
}
