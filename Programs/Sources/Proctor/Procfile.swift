/// A line of a Procfile, and what a comment says of it:
///
///     web: python3 -m http.server 8123
///     # health web http://localhost:8123/
public struct Entry: Hashable, Sendable {
    public var name: String
    public var command: String
    public var health: String?
}

public enum Procfile {
    /// The entries in their order. Of two with one name the first one counts.
    public static func entries(_ text: String) -> [Entry] {
        var entries: [Entry] = []
        var health: [String: String] = [:]
        for line in text.split(whereSeparator: \.isNewline) {
            let words = line.split(whereSeparator: \.isWhitespace)
            if words.count == 4, words[0] == "#", words[1] == "health" { health[String(words[2])] = String(words[3]) }
            let parts = line.split(separator: ":", maxSplits: 1).map(\.trimmed)
            guard !line.hasPrefix("#"), parts.count == 2, !parts.contains(""),
                !entries.contains(where: { $0.name == parts[0] })
            else { continue }
            entries.append(Entry(name: parts[0], command: parts[1]))
        }
        for index in entries.indices { entries[index].health = health[entries[index].name] }
        return entries
    }
}

extension Substring {
    fileprivate var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
