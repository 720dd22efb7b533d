/// The enumerations and the switches of a file, found by their indentation.
extension SourceFile {
    /// The names of the cases of each enumeration that is declared here.
    var enumCases: [(name: String, cases: Set<String>)] {
        let declaration =
            /^( *)(?:(?:@\w+|public|package|private|fileprivate|indirect) )*(class|struct|enum|actor|protocol|extension) (\w+)/
        var found: [(name: String, cases: Set<String>)] = []
        /// The types around a line, and which enumeration each is.
        var around: [(indent: Int, found: Int?)] = []
        guard code.hasAny(of: "enum ") else { return found }
        let name = /^( *)(?:indirect )?case (.*)/
        for line in wholeLines {
            if line.drop(while: { $0 == " " }) == "}" { around.removeAll { $0.indent >= line.count - 1 } }
            // Matching is slow: most lines are neither.
            let mayDeclare = (line.hasSuffix("{") || line.hasSuffix("}")) && line.hasAny(of: Self.kinds)
            if mayDeclare, let match = line.firstMatch(of: declaration)?.output {
                around.removeAll { $0.indent >= match.1.count }
                if match.2 == "enum" { found.append((String(match.3), [])) }
                around.append((match.1.count, match.2 == "enum" ? found.count - 1 : nil))
            } else if let index = around.last?.found,
                line.hasAny(of: "case "), let match = line.firstMatch(of: name)?.output,
                match.1.count == (around.last?.indent ?? 0) + 4
            {
                found[index].cases.formUnion(Self.caseNames(String(match.2)))
            }
        }
        return found
    }

    /// The switches that have a `default`: the line of each, and the names of the cases before it. Only those whose cases are
    /// all names with a dot, `nil` or anything.
    var switchesWithDefault: [(line: Int, names: Set<String>)] {
        guard code.hasAny(of: "default") else { return [] }
        let lines = wholeLines
        let (word, last, label, name) = (/\bswitch\b/, /^ *default\b/, /^ *case (.*)/, /(?:^|[ (,])\.(\w+)/)
        let isSwitch = { (line: String) in line.hasAny(of: "switch") && line.hasSuffix("{") && line.contains(word) }
        return lines.indices.filter { isSwitch(lines[$0]) }.compactMap { start in
            let indent = lines[start].prefix { $0 == " " }.count
            let labels = lines[(start + 1)...].lazy.prefix { line in
                !(line.hasSuffix("}") && line.drop { $0 == " " } == "}" && line.count == indent + 1)
            }.filter { line in line.prefix { $0 == " " }.count == indent }
            guard labels.contains(where: { $0.hasAny(of: "default") && $0.contains(last) }) else { return nil }
            let patterns = labels.compactMap { $0.firstMatch(of: label)?.output.1 }
            var names: Set<String> = []
            for pattern in patterns {
                let own = pattern.prefix { $0 != ":" }.matches(of: name).map { String($0.output.1) }
                guard !own.isEmpty || pattern.contains(/^(nil|\(?_)/) else { return nil }
                names.formUnion(own)
            }
            return names.isEmpty ? nil : (start + 1, names)
        }
    }

    /// The lines of the code; a line that ends in a comma has the next ones behind it, and these are empty.
    private var wholeLines: [String] {
        var lines: [String] = []
        let label = /^ *case\b/
        for line in code.split(separator: "\n", omittingEmptySubsequences: false) {
            if let last = lines.lastIndex(where: { !$0.isEmpty }), lines[last].hasSuffix(","),
                lines[last].hasAny(of: "case"), lines[last].contains(label)
            {
                lines[last] += " " + line.drop { $0 == " " }
                lines.append("")
            } else {
                var line = line
                while line.last == " " { line.removeLast() }
                lines.append(String(line))
            }
        }
        return lines
    }

    /// `a`, `b` of `a(Int, b: Int), b = 1`.
    private static func caseNames(_ text: String) -> [String] {
        var depth = 0
        let names = text.filter { character in
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            return depth == 0 && character != ")"
        }
        return names.split(separator: ",").map { name in
            String(name.prefix { $0 != "=" }.filter { $0 != " " && $0 != "`" })
        }
    }
}
