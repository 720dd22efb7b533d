/// A row of a list: a file, a branch, a commit or a stash. A line of the graph of commits alone has no name.
public struct GitRow: Hashable, Identifiable, Sendable {
    public var id: String
    public var name: String?
    public var fields: [String]

    // Of a file, whose fields are the states of the index and of the work tree.
    var isUntracked: Bool { fields[0] == "?" }
    var isConflict: Bool { fields.contains("U") }
    var hasStaged: Bool { !isUntracked && fields[0] != "." }
    var hasUnstaged: Bool { fields[1] != "." }

    static let branchFormat =
        "--format=%(refname:short)\u{1f}%(HEAD)\u{1f}%(upstream:track)\u{1f}%(committerdate:relative)"
    static let logFormat = "--format=\u{1f}%h\u{1f}%an\u{1f}%ar\u{1f}%D\u{1f}%s"
    static let stashFormat = "--format=%gd\u{1f}%gs"

    /// A row for each line of text in such a format.
    ///
    /// - Parameter place: The field that is the name.
    static func all(_ text: String, nameAt place: Int = 0) -> [GitRow] {
        text.lines.filter { !$0.isEmpty }.enumerated().map { number, line in
            let fields = line.split(separator: "\u{1f}", omittingEmptySubsequences: false).map(String.init)
            let name = fields.indices.contains(place) ? fields[place] : nil
            return GitRow(id: name ?? "\(number)", name: name, fields: fields)
        }
    }
}

public struct GitStatus: Hashable, Sendable {
    public var head = "?"
    public var upstream = ""
    public var ahead = 0, behind = 0
    public var files: [GitRow] = []

    public init() {}

    /// Of `git status --porcelain=v2 --branch -z`.
    public init(parsing text: String) {
        var records = text.split(separator: "\0")[...]
        while let record = records.popFirst() {
            let words = record.words()
            /// Adds the file whose path, which may have blanks, is behind so many words.
            func add(behind count: Int, _ states: String) {
                let path = record.words(upTo: count)[count]
                files.append(GitRow(id: path, name: path, fields: states.map { "\($0)" }))
            }
            switch (words[0], words[1]) {
            case ("#", "branch.head"): head = words[2]
            case ("#", "branch.upstream"): upstream = words[2]
            case ("#", "branch.ab"): (ahead, behind) = (Int(words[2].dropFirst()) ?? 0, Int(words[3].dropFirst()) ?? 0)
            case ("1", let states): add(behind: 8, states)
            case ("2", let states):
                add(behind: 9, states)
                // The path before it was renamed.
                _ = records.popFirst()
            case ("u", let states): add(behind: 10, states)
            case ("?", _): add(behind: 1, "??")
            default: break
            }
        }
    }
}

/// The lines of a diff, and its hunks.
public struct GitDiff: Hashable, Sendable {
    public private(set) var lines: [String] = []
    public private(set) var hunks: [Range<Int>] = []
    /// For each hunk: the lines above the first one of its file.
    private var headers: [Range<Int>] = []

    public init() {}
    public init(parsing text: String) {
        lines = text.lines
        if lines.last == "" { lines.removeLast() }
        let starts = lines.indices.filter { lines[$0].hasPrefix("@@ ") || lines[$0].hasPrefix("diff --git ") }
        var header = 0..<0
        for (start, end) in zip(starts, starts.dropFirst() + [lines.count]) {
            if lines[start].hasPrefix("@@") {
                hunks.append(start..<end)
                headers.append(header)
            } else {
                header = start..<end
            }
        }
    }

    /// A patch of that hunk alone.
    public func patch(ofHunk number: Int) -> String? {
        guard hunks.indices.contains(number) else { return nil }
        return (lines[headers[number]] + lines[hunks[number]]).joined(separator: "\n") + "\n"
    }
}

// By bytes: `\r\n` is one `Character`, and so is a blank before an accent that a name begins with.
extension String {
    /// Between line feeds: a patch needs the `\r` before one.
    fileprivate var lines: [String] {
        utf8.split(separator: 0x0a, omittingEmptySubsequences: false).map { String(Substring($0)) }
    }
}

extension Substring {
    fileprivate func words(upTo count: Int = .max) -> [String] {
        utf8.split(separator: 0x20, maxSplits: count).map { String(Substring($0)) }
    }
}
