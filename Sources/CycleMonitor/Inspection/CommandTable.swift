extension InspectionCommand {
    /// A row of the table of commands: its word, its keys, and what it does. All faces and their help are made of it.
    public struct Row: Sendable {
        /// The word of the command, as it is typed or sent.
        public let word: String
        /// The argument behind the word, as `NUMBER` or `[TEXT]`; `nil` for nothing.
        public let argument: String?
        /// The keys that stand for the command; a letter, or a name as `pageDown`.
        public let keys: [String]
        /// The effect, in a few words.
        public let help: String
        private let make: @Sendable (_ argument: String) -> InspectionCommand?

        fileprivate init(
            _ word: String, _ argument: String? = nil, _ keys: [String], _ help: String,
            _ make: @escaping @Sendable (_ argument: String) -> InspectionCommand?
        ) {
            (self.word, self.argument, self.keys, self.help, self.make) = (word, argument, keys, help, make)
        }

        fileprivate init(_ word: String, _ keys: [String], _ help: String, _ command: InspectionCommand) {
            self.init(word, nil, keys, help) { $0.isEmpty ? command : nil }
        }

        /// Whether the command can only be obeyed with an argument, so that its key asks for one.
        public var wantsArgument: Bool { argument.map { !$0.hasPrefix("[") } ?? false }

        /// The command with what was typed behind its word.
        ///
        /// - Returns: `nil` for an argument that the command does not understand.
        public func command(_ argument: String = "") -> InspectionCommand? { make(argument) }
    }
}

extension InspectionCommand {
    /// Every command, in the order of the help.
    public static let table: [Row] = moving + seeing + keeping + changing

    private static let moving: [Row] = [
        Row("next", "[COUNT]", ["down", "j", "right"], "next moment") { .next(count: $0) },
        Row("previous", "[COUNT]", ["up", "k", "left"], "previous moment") { .previous(count: $0) },
        Row("page", ["pageDown"], "20 moments on", .next(20)),
        Row("page-back", ["pageUp"], "20 moments back", .previous(20)),
        Row("first", ["home", "g"], "first moment", .first),
        Row("last", ["end", "G"], "last moment", .last),
        Row("goto", "NUMBER", [], "the moment of a number, as :12, or :+5 from here") {
            Int($0).map { .goto(number: $0) }
        },
        Row("time", "TIME", ["t"], "the moment at a time, as 770 or 12:50") { seconds($0).map { .time(seconds: $0) } },
        Row("next-change", ["n"], "next change of the place", .nextChange),
        Row("previous-change", ["p"], "the change before", .previousChange),
        Row("next-of-lens", ["]"], "next event of this lens", .nextOfLens),
        Row("previous-of-lens", ["["], "the event before of this lens", .previousOfLens),
        Row("next-mark", ["'"], "next mark", .nextMark),
        Row("previous-mark", ["\""], "the mark before", .previousMark),
        Row("find", "TEXT", ["/"], "a text, or where a condition begins") { .find($0) },
        Row("next-hit", [">"], "next hit", .nextHit),
        Row("previous-hit", ["<"], "the hit before", .previousHit),
        Row("play", ["P"], "play the moments, or stop", .play),
        Row("speed", "FACTOR", [], "the speed of playing") { Double($0).map { .speed($0) } },
        Row("reverse", ["R"], "play the other way", .reverse),
    ]

    private static let seeing: [Row] = [
        Row("frame", ["1"], "the frame", .show(.frame)),
        Row("differences", ["2"], "what changed", .show(.differences)),
        Row("event", ["3"], "the event", .show(.event)),
        Row("blame", "[PLACE]", ["b", "4"], "the moments that changed the place") {
            $0.isEmpty ? .show(.blame) : RecordedPath($0).map { .place($0) }
        },
        Row("branches", ["5"], "the branches", .show(.branches)),
        Row("why-not", ["6"], "why it left the place as it was", .show(.whyNot)),
        Row("wants", ["7"], "what drivers are to do", .show(.wants)),
        Row("help", ["?"], "all commands", .show(.help)),
        Row("place", "PLACE", [], "look at a place of the frame") { RecordedPath($0).map { .place($0) } },
        Row("lens", "[NAME]", ["l"], "only this lens, or all") { $0.isEmpty ? .lensOfMoment : .lens($0) },
        Row("hide", "[LENS]", ["L"], "hide this lens and those like it") { .hide($0.isEmpty ? nil : $0) },
        Row("unhide", ["U"], "list the hidden lenses again", .unhide),
        Row("changes", ["c"], "only changes, or all", .onlyChanges),
        Row("from-here", ["C"], "only moments from here on, or all", .fromHere),
        Row("compare", ["d"], "compare with this moment", .compare),
        Row("range", ["v"], "begin or end a range", .range),
        Row("follow", ["F"], "follow the newest moment", .follow),
        Row("pause", ["space"], "pause the program, or go on", .pause),
    ]

    private static let keeping: [Row] = [
        Row("mark", ["m"], "mark it", .mark),
        Row("approve", ["a"], "say that it is right", .approve),
        Row("note", "[TEXT]", ["o"], "write a note") { .note($0) },
        Row("export", "FILE", ["x"], "write \(ExportForm.list)") { path in
            path.isEmpty ? nil : .export(path: path)
        },
    ]

    private static let changing: [Row] = [
        Row("set", "PLACE VALUE", ["e"], "change the frame") { text in
            placed(text).map { .setFrame($0, $1) }
        },
        Row("set-event", "PLACE VALUE", ["E"], "change the event") { text in
            placed(text).map { .setEvent($0, $1) }
        },
        Row("leave-out", ["X"], "as if it had not happened", .leaveOut),
        Row("again", ["A"], "as if it had happened twice", .again),
        Row("insert", "LENS EVENT", ["i"], "as if another event had happened") { text in
            value(text).map { .insert(lens: $0, event: $1) }
        },
        Row("move", "NUMBER", ["M"], "as if it had happened at that moment") { Int($0).map { .move(toNumber: $0) } },
        Row("earlier", ["{"], "as if it had happened one moment earlier", .moveBy(-1)),
        Row("later", ["}"], "as if it had happened one moment later", .moveBy(1)),
        Row("shadow", ["S"], "the run by the code of now", .shadow),
        Row("branch", "[NUMBER]", ["B"], "look at a branch, or at the run itself") {
            $0.isEmpty ? .branch(nil) : Int($0).map { .branch($0) }
        },
        Row("compare-branches", ["D"], "compare branches with this one", .compareBranches),
        Row("rename-branch", "NAME", [], "name the branch") { $0.isEmpty ? nil : .renameBranch($0) },
        Row("drop-branch", [], "forget the branch", .dropBranch),
    ]

    /// The command of a line that was typed: a word, and what follows it.
    ///
    /// - Throws: Why it is none.
    public init(line: String) throws(Mistake) {
        let parts = line.split(separator: " ", maxSplits: 1)
        guard let word = parts.first else { throw Mistake(reason: "a command is missing") }
        if parts.count == 1, let number = Int(word) {
            let isRelative = word.hasPrefix("+") || word.hasPrefix("-")
            self = !isRelative ? .goto(number: number) : number < 0 ? .previous(-max(number, -.max)) : .next(number)
            return
        }
        guard let row = Self.table.first(where: { $0.word == word }) else {
            throw Mistake(reason: "\(word) is no command")
        }
        let rest = parts.count > 1 ? parts[1] : ""
        guard let command = row.command(String(rest)) else {
            throw Mistake(reason: "\(word) wants \(row.argument ?? "nothing"): \(row.help)")
        }
        self = command
    }

    /// A line that is not a command.
    public struct Mistake: Error, Hashable, Sendable, CustomStringConvertible {
        /// The problem, in a few words.
        public let reason: String
        public var description: String { reason }
    }

    private static func next(count text: String) -> Self? { text.isEmpty ? .next(1) : Int(text).map { .next($0) } }

    /// `770`, `770.5`, `12:50`, `1:02:30`.
    private static func seconds(_ text: String) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
        guard (1...3).contains(parts.count) else { return nil }
        return parts.reduce(Optional(0)) { sum, part in
            guard let sum, let part, part >= 0, part.isFinite else { return nil }
            return sum * 60 + part
        }
    }

    private static func previous(count text: String) -> Self? {
        text.isEmpty ? .previous(1) : Int(text).map { .previous($0) }
    }

    /// `items[0].title "milk"`: a place, and the value as JSON.
    private static func placed(_ text: String) -> (RecordedPath, RecordedValue)? {
        guard let (place, value) = value(text), let path = RecordedPath(place) else { return nil }
        return (path, value)
    }

    private static func value(_ text: String) -> (String, RecordedValue)? {
        let parts = text.split(separator: " ", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        do { return (String(parts[0]), try RecordedValue(json: String(parts[1]))) } catch { return nil }
    }
}
