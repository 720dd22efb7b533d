import CycleBase
import CycleDrivers

let arguments = Array(CommandLine.arguments.dropFirst())
let program = Program(output: write, complaint: StandardError.print)
// The path of a recording or of a running program, alone and on a terminal, opens the monitor. All else is a command.
let isOnTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
if isOnTerminal, let path = program.openedFile(arguments) {
    exit(await program.inspect(path))
}
if isOnTerminal, let path = program.openedSocket(arguments) {
    exit(await program.inspectLive(path))
}
exit(program.run(arguments))
