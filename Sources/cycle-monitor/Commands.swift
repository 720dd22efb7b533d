import CycleDrivers

/// A row of the table that the help, the completion of shells and the program itself are made of.
struct Command {
    let name: String
    /// The words behind the name.
    let usage: String
    let help: String
    let run: (Program) -> ([String]) throws -> Int32

    /// The options that the usage names.
    var options: [String] {
        usage.split(whereSeparator: { " []…".contains($0) }).filter { $0.hasPrefix("--") }.map(String.init)
    }

    /// For commands without a status of their own.
    init(_ name: String, _ usage: String, _ help: String, _ run: @escaping (Program) -> ([String]) throws -> Void) {
        self.init(
            name, usage, help,
            status: { program in
                { words in
                    try run(program)(words)
                    return 0
                }
            })
    }

    init(
        _ name: String, _ usage: String, _ help: String, status run: @escaping (Program) -> ([String]) throws -> Int32
    ) {
        (self.name, self.usage, self.help, self.run) = (name, usage, help, run)
    }
}

extension Program {
    static var commands: [Command] {
        [
            Command(
                "open", "FILE", "opens it on a terminal; lists it in a pipe. The word may be left out", Program.list),
            Command(
                "live", "SOCKET", "looks at a program while it runs, on a terminal; in a pipe its lines", Program.follow
            ),
            Command(
                "list", "FILE [--from N] [--count N] [--lens NAME] [--hide NAME…] [--approved]",
                "moments, one a line; rows[].timer stands for the lenses of all rows", Program.list),
            Command("show", "FILE N [--json]", "a moment: its event, its changes, its frame", Program.show),
            Command(
                "diff", "FILE N M | FILE FILE", "the differences of two frames, or the first one of two recordings",
                status: Program.compare),
            Command(
                "find", "FILE CONDITION [--from N] [--count N]", "moments whose frame is so, as 'total > 3 && !isDone'",
                status: Program.find),
            Command(
                "blame", "FILE KEYPATH", "the moments that changed a place, as 'items[0].title'", status: Program.blame),
            Command(
                "why-not", "FILE N [KEYPATH]", "why a moment left the frame, or a place of it, as it was",
                Program.whyNot),
            Command("stats", "FILE", "figures: moments, time, events of each lens", Program.stats),
            Command("check", "FILE", "whether every line can be read", status: Program.check),
            Command("approve", "FILE N… [--revoke]", "says that moments are right; kept in the file", Program.approve),
            Command(
                "tests", "FILE --application CODE [--import LINE…] [--name SUITE] [--path KEYPATH…] [--secrets]",
                "Swift tests of the approved moments; CODE makes the frame loop, as 'counter(Options())'",
                Program.exportTests),
            Command(
                "draw",
                "FILE [--title TEXT] [--width N] [--limit N] [--from N] [--count N] [--path KEYPATH…] [--secrets]",
                "the model timeline, as SVG",
                Program.draw),
            Command(
                "states", "FILE KEYPATH [--path KEYPATH…] [--secrets]",
                "the states of a place and the events between them, as SVG",
                Program.drawStates),
            Command(
                "trim", "FILE [--from N] [--count N] [--lens NAME] [--hide NAME…] [--where CONDITION]",
                "a part, as a recording",
                Program.trim),
            Command(
                "merge", "FILE FILE…", "several as one, in the order of their times, with the names of their files",
                Program.merge),
            Command(
                "redact", "FILE [--path KEYPATH…]", "without credentials, and without those places", Program.redact),
            Command(
                "report", "FILE [--title TEXT] [--count N] [--path KEYPATH…] [--secrets]", "Markdown, for an issue",
                Program.markdown),
            Command(
                "html",
                "FILE [--title TEXT] [--from N] [--count N] [--lens NAME] [--hide NAME…] [--where CONDITION] [--path KEYPATH…] [--secrets]",
                "a page that opens in any browser, of all moments or of those that are chosen",
                Program.page),
            Command(
                "cast", "FILE [--columns N] [--rows N] [--path KEYPATH…] [--secrets]",
                "the monitor playing it, for asciinema", Program.cast),
            Command(
                "movie", "FILE [--columns N] [--rows N] [--path KEYPATH…] [--secrets]",
                "the same, as an SVG that plays by itself", Program.movie),
            Command(
                "trace", "FILE [--path KEYPATH…] [--secrets]", "for Perfetto and about:tracing", Program.trace),
            Command(
                "otlp", "FILE [--path KEYPATH…] [--secrets]", "spans in OpenTelemetry's JSON, one a line", Program.spans
            ),
            Command(
                "convert", "FILE", "a recording of this version, also of a session of CycleMonitor", Program.convert),
            Command(
                "completion", "bash | zsh | fish", "what completes this program's words in a shell", Program.completion),
            Command("help", "[COMMAND]", "this, or one command", Program.help),
        ]
    }

    static var help: String {
        """
        cycle-monitor: looks at recordings of Cycle's applications.

        \(commands.map(\.helpText).joined())
        Results are written to standard output, complaints to standard error. All that makes another form of a recording leaves
        credentials out, unless --secrets is given, and what --path names. The status is 1 where something cannot be done, is not found, or recordings differ, and 2 where the
        command is not understood.

        """
    }

    func help(_ words: [String]) throws {
        guard let name = words.first else { return output(Program.help) }
        guard let command = Program.commands.first(where: { $0.name == name }) else {
            throw CommandLineArguments.Misuse(reason: "\(name) is no command")
        }
        output("cycle-monitor \(command.name) \(command.usage)\n\n\(command.help)\n")
    }

    // MARK: Completion

    func completion(_ words: [String]) throws {
        switch try CommandLineArguments(words, valued: [], flags: []).words("bash, zsh or fish")[0] {
        case "bash": output(Program.bashCompletion)
        case "zsh": output(Program.zshCompletion)
        case "fish": output(Program.fishCompletion)
        case let shell: throw CommandLineArguments.Misuse(reason: "\(shell) is none of bash, zsh, fish")
        }
    }

    private static var bashCompletion: String {
        let options = commands.filter { !$0.options.isEmpty }.map {
            "      \($0.name)) words=\"\($0.options.joined(separator: " "))\" ;;\n"
        }.joined()
        return """
            _cycle_monitor() {
              local current="${COMP_WORDS[COMP_CWORD]}" words=""
              if [[ $COMP_CWORD == 1 ]]; then
                words="\(commands.map(\.name).joined(separator: " "))"
              elif [[ $current == -* ]]; then
                case "${COMP_WORDS[1]}" in
            \(options)    esac
              elif [[ ${COMP_WORDS[1]} == completion ]]; then
                words="bash zsh fish"
              fi
              COMPREPLY=($(compgen -W "$words" -- "$current"))
              if [[ $current != -* ]]; then COMPREPLY+=($(compgen -f -- "$current")); fi
            }
            complete -o filenames -F _cycle_monitor cycle-monitor

            """
    }

    private static var zshCompletion: String {
        let names = commands.map { "    '\($0.name):\($0.help.forShell)'\n" }.joined()
        let options = commands.filter { !$0.options.isEmpty }.map {
            "    \($0.name)) _arguments \($0.options.map { "'\($0)[]'" }.joined(separator: " ")) '*:file:_files' ;;\n"
        }.joined()
        return """
            #compdef cycle-monitor
            _cycle_monitor() {
              local -a commands
              commands=(
            \(names)  )
              if (( CURRENT == 2 )); then
                _describe command commands
                _files
                return
              fi
              case $words[2] in
            \(options)    completion) _values shell bash zsh fish ;;
                *) _files ;;
              esac
            }
            compdef _cycle_monitor cycle-monitor

            """
    }

    private static var fishCompletion: String {
        let names = commands.map {
            "complete -c cycle-monitor -n __fish_use_subcommand -a \($0.name) -d '\($0.help.forShell)'\n"
        }
        let options = commands.flatMap { command in
            command.options.map {
                "complete -c cycle-monitor -n '__fish_seen_subcommand_from \(command.name)' -l \($0.dropFirst(2))\n"
            }
        }
        let shells = "complete -c cycle-monitor -n '__fish_seen_subcommand_from completion' -a 'bash zsh fish'\n"
        return (names + options).joined() + shells
    }
}

extension Command {
    fileprivate var helpText: String {
        let head = "  \(name) \(usage)"
        return head.count < 60
            ? head + String(repeating: " ", count: 60 - head.count) + help + "\n"
            : head + "\n" + String(repeating: " ", count: 60) + help + "\n"
    }
}

extension String {
    /// Between single quotes of a shell.
    fileprivate var forShell: String { replacing("'", with: "'\\''").replacing(":", with: " -") }
}
