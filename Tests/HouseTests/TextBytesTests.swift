import Foundation
import Testing

@Suite("Text is not bytes")
struct TextBytesTests {
    private let tree = Tree()

    /// Folders in which texts have a syntax that is made of bytes.
    private static let folders = [
        "CycleBase", "CycleDrivers", "CycleHTTP", "CycleNetwork", "CycleURLSession", "CycleMonitor", "CycleInspector",
        "CycleTesting",
        "CycleExplore", "CycleCampaign", "cycle-monitor",
    ]

    /// Comparisons of a `Character` with one of ASCII, and cuts of a text at one.
    private static var comparisons: [Regex<Substring>] {
        [
            #/split\((?:separator: "|whereSeparator: \{ ")/#, #/(?:first|last)Index\(of: "/#,
            #/[. ](?:first|last) == "/#,
            #/\.has(?:Pre|Suf)fix\(/#, #/\$0 [!=]= "(?:\\?.)"/#, #/"[^" ]+"\.contains\(\$0\)/#,
            #/components\(separatedBy: "/#,
        ]
    }

    /// Files that compare characters, each with the reason why no byte is meant.
    private static let allowed: [String: String] = [
        "CycleDrivers/Console/Canvas/CanvasText.swift": "cells of a canvas, each a character",
        "CycleDrivers/Console/Canvas/Color.swift": "names that this house writes",
        "CycleDrivers/Console/Model/Key.swift": "names of keys, each a character",
        "CycleDrivers/Console/Paint/TerminalAbilities.swift": "TERM and its kin, in which a mark has no meaning",
        "CycleDrivers/Persistence": "names of files, whose prefixes are compared by bytes: see FileName and Path",
        "CycleDrivers/System": "paths of this machine and arguments: a folder cannot be named by a mark alone",
        "CycleDrivers/Timer/Zone/Zone.swift": "the variable TZ, whose first byte decides",
        "CycleCampaign": "texts that this house writes itself",
        "CycleExplore": "texts that this house writes itself",
        "CycleHTTP/Download/PartFile.swift": "names of files that this house makes",
        "CycleInspector": "texts for people",
        "CycleMonitor/Export/Page/RecordingPage.swift": "scalars",
        "CycleMonitor/Inspection/PredicateParser.swift": "scalars",
        "CycleMonitor/Inspection/CommandTable.swift": "commands that a person types, cut at blanks",
        "CycleMonitor/Picture": "labels for people, cut at blanks",
        "CycleMonitor/JSON/JSONDuration.swift": "digits that this house writes",
        "CycleMonitor/JSON/JSONLeaf.swift": "digits that this house writes",
        "CycleMonitor/Recording/LineReader.swift": "digits of a number of JSON",
        "CycleMonitor/Replay/RecordedRun.swift": "a note that this house writes",
        "CycleMonitor/Export/SwiftSource.swift": "labels of the standard library",
        "CycleMonitor/Export/TestExport.swift": "lines that the caller writes",
        "CycleNetwork/Curl": "texts of libcurl",
        "CycleNetwork/Driver/RequestPolicies.swift": "names of headers, which are tokens of ASCII",
        "CycleTesting": "timelines and terminals of tests",
        "cycle-monitor": "words of a command line",
    ]

    private static func compares(_ line: String) -> Bool {
        guard line.hasAny(of: words) else { return false }
        return comparisons.contains { line.firstMatch(of: $0) != nil }
    }

    /// A word of each of the comparisons: most lines have none.
    private static let words = ["split(", "Index(of: \"", " == \"", "fix(", "$0", "components("]

    @Test("no character is compared, and no text is cut at one, where a syntax is made of bytes")
    func sources() throws {
        var used: Set<String> = []
        for file in try tree.swiftFiles(Self.folders.map { "Sources/\($0)" }) {
            let path = file.path.replacingOccurrences(of: "Sources/", with: "")
            let reason = Self.allowed.keys.first { path.hasPrefix($0) }
            for line in file.lines where !line.drop(while: { $0 == " " }).hasPrefix("//") && Self.compares(String(line))
            {
                // These views are of scalars and bytes.
                if line.contains("unicodeScalars") || line.contains(".utf8") { continue }
                if let reason { used.insert(reason) }
                #expect(
                    reason != nil,
                    "\(file.path): \(line)\nUse `parts(between:)`, `before(_:)`, `begins(with:)` of CycleBase")
            }
        }
        #expect(used == Set(Self.allowed.keys), "allowed for nothing: \(Set(Self.allowed.keys).subtracting(used))")
    }

    /// Texts of their own, of which no line ends with CR LF.
    private static let ownTexts = [
        "Samples/Gallery/CodeSample.swift", "Samples/Gallery/Gallery.swift", "Samples/Gallery/ManagerSample.swift",
        "Samples/Gallery/ReaderSample.swift", "Samples/Raft/RaftServer.swift", "Programs/Sources/Peek/Sampling.swift",
    ]

    @Test("no sample and no program cuts a text of others at the character of a new line: CR LF is another one")
    func lines() throws {
        let cut = try tree.swiftFiles(["Samples", "Programs/Sources"]).filter { file in
            file.lines.contains {
                $0.hasAny(of: "separator: \"\\n\"", "separatedBy: \"\\n\"") && $0.hasAny(of: "split", "components")
            }
        }
        #expect(Set(cut.map(\.path)) == Set(Self.ownTexts), "Use `TextLines` or `\\.isNewline`")
    }

    @Test("the search finds each way in which a character is compared")
    func search() {
        let lines = [
            #"text.split(separator: "/")"#, #"text.split(whereSeparator: { " ,".contains($0) })"#,
            #"text.firstIndex(of: ":")"#,
            #"if text.first == "/" {"#, #"text.hasPrefix("//")"#, #"text.prefix { $0 != "!" }"#,
            #"text.first { "/?!".contains($0) }"#,
            #"text.components(separatedBy: "\n")"#,
        ]
        for line in lines { #expect(Self.compares(line), "\(line)") }
        for line in [#"text.parts(between: "/")"#, #"bytes.first == UInt8(ascii: "/")"#, #"text.begins(with: "//")"#] {
            #expect(!Self.compares(line), "\(line)")
        }
    }
}
