import CycleBase
import CycleDrivers

/// Writes a result; one that cannot be written is said, and ends the program.
func write(_ text: String) {
    do throws(SystemFailure) {
        try StandardOutput.write(text)
    } catch {
        StandardError.exit(1, "cycle-monitor: \(ConsoleDriver.Failure.output(code: error.code).reason)")
    }
}
