import SampleArguments

/// The options of the command line.
struct Options: Equatable, Sendable {
    var file: String?
    var url: String?
    var period: Duration?
    var recording: String?
    var trace: String?

    static let known = [
        Arguments.Option("--file", "PATH", "keep the total in a file"),
        Arguments.Option("--url", "URL", "the key f fetches an integer from there and adds it"),
        Arguments.Option("--every", "SECONDS", "add one by itself"),
        Arguments.Option("--record", "PATH", "write all moments of the run, as JSON Lines"),
        Arguments.Option("--trace", "PATH", "print a recording as a trace for Perfetto, with its timers and requests"),
    ]

    static let help = Arguments.help(
        """
        counter counts: + adds one, - takes one away, q quits.
        On a terminal it listens to keys, elsewhere it reads a command a line and prints each total.

        usage: counter [option]...
        """, options: known)

    init() {}

    init(_ arguments: Arguments) throws(Arguments.Mistake) {
        file = arguments["--file"]
        if let file, file.isEmpty || file.hasSuffix("/") {
            throw Arguments.Mistake("--file \(file): not the path of a file")
        }
        url = arguments["--url"]
        if let url, !url.hasPrefix("http://"), !url.hasPrefix("https://") {
            throw Arguments.Mistake("--url \(url): not a URL that begins with http:// or https://")
        }
        period = try arguments.positiveNumber("--every").map { .seconds($0) }
        recording = arguments["--record"]
        trace = arguments["--trace"]
    }

    /// The folder and the name of the file.
    var location: (folder: String, name: String)? {
        guard let file else { return nil }
        guard let slash = file.lastIndex(of: "/") else { return (".", file) }
        let folder = file[..<slash]
        return (folder.isEmpty ? "/" : String(folder), String(file[file.index(after: slash)...]))
    }
}
