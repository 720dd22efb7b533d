#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Other programs, and this one again.
enum Command {
    /// The figure of one contestant, measured in a process that does nothing else.
    static func figure(of contestant: Contestant, in row: Row) -> Double {
        var figure: Double?
        run([CommandLine.arguments[0], "--once", row.id, row.unit, contestant.name]) { figure = Double($0) ?? figure }
        guard let figure else { preconditionFailure("\(row.id) \(contestant.name) gave no figure") }
        return figure
    }

    /// Calls `take` with each line that the program writes, without its end.
    static func run(_ words: [String], take: (String) -> Void) {
        let command = words.map { "'" + $0 + "'" }.joined(separator: " ")
        guard let output = popen(command, "r") else { preconditionFailure("cannot run \(command)") }
        var line: [UInt8] = []
        while true {
            let byte = getc(output)
            if byte == EOF { break }
            if byte == Int32(UInt8(ascii: "\n")) {
                take(String(decoding: line, as: UTF8.self))
                line.removeAll(keepingCapacity: true)
            } else {
                line.append(UInt8(truncatingIfNeeded: byte))
            }
        }
        let status = pclose(output)
        precondition(status == 0, "\(command) failed: \(status)")
    }
}
