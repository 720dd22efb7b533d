/// The news in a text for a user who has heard the text before: the lines that have changed.
///
/// A line that has only lost a sign at its beginning, as one that is selected no longer, says nothing new.
enum PlainNews {
    static func lines(of text: String, after old: String?) -> [String] {
        let new = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        guard let old else { return new }
        let known = old.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        let start = zip(new, known).prefix { $0 == $1 }.count
        let end = zip(new[start...].reversed(), known[start...].reversed()).prefix { $0 == $1 }.count
        let (changed, before) = (new[start..<new.count - end], known[start..<known.count - end])
        guard changed.count == before.count else { return Array(changed) }
        return zip(changed, before).filter { isNews($0, after: $1) }.map(\.0)
    }

    private static func isNews(_ line: String, after old: String) -> Bool {
        let words = line.drop { $0 == " " }
        return line != old && !(words.isEmpty || old.hasSuffix(words) && old.count <= line.count)
    }
}
