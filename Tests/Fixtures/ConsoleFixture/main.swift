import Cycle
import CycleDrivers

// A program to run on a terminal of a test: `ConsoleFixture inline|full [guarded] [exhausted=threads|descriptors]`. Its
// keys are ways to end. With the variable `READINESS` it waits for its terminal as on Darwin.
await runFixture(
    CommandLine.arguments.dropFirst().first ?? "inline", isGuarded: CommandLine.arguments.contains("guarded"))
