/// A file of tasks: a name and the tasks that have to be done before it, and below it, indented, the lines of its script.
///
///     library:
///         cc -c library.c
///     program: library
///         cc -o program program.c library.o
struct Recipe: Equatable {
    struct Task: Equatable {
        let name: String
        let needs: [String]
        let script: String

        /// As it stands in a file.
        var text: String {
            let lines = script.split(whereSeparator: \.isNewline).map { "    \($0)\n" }
            return "\(name):\(needs.map { " \($0)" }.joined())\n" + lines.joined()
        }
    }

    struct Mistake: Error, Equatable {
        let text: String
    }

    /// In an order in which they can be done.
    let tasks: [Task]

    /// - Parameter wanted: Only these, and what they need; all if there are none.
    init(_ text: String, only wanted: [String] = []) throws(Mistake) {
        var found: [String: Task] = [:]
        var names: [String] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let words = line.split(whereSeparator: \.isWhitespace)
            if words.isEmpty || words[0].hasPrefix("#") { continue }
            if line.first?.isWhitespace == true {
                guard let name = names.last, let task = found[name] else {
                    throw Mistake(text: "line \(index + 1): a script without a task; begin with its name and a colon")
                }
                let script = task.script + line.drop(while: \.isWhitespace) + "\n"
                found[name] = Task(name: name, needs: task.needs, script: script)
            } else {
                guard let colon = line.firstIndex(of: ":"), words[0].last == ":" || words[0].contains(":") else {
                    throw Mistake(
                        text: "line \(index + 1): a name and a colon are expected; indent the lines of a script")
                }
                let name = String(line[..<colon])
                let needs = line[line.index(after: colon)...].split(whereSeparator: \.isWhitespace).map(String.init)
                guard found.updateValue(Task(name: name, needs: needs, script: ""), forKey: name) == nil else {
                    throw Mistake(text: "line \(index + 1): there are two tasks \(name); give one another name")
                }
                names.append(name)
            }
        }
        var ordered: [Task] = []
        for name in wanted.isEmpty ? names : wanted { try Self.add(name, of: found, to: &ordered, below: []) }
        tasks = ordered
    }

    /// Adds a task behind those that it needs.
    private static func add(
        _ name: String, of found: [String: Task], to ordered: inout [Task], below above: [String]
    ) throws(Mistake) {
        guard !ordered.contains(where: { $0.name == name }) else { return }
        let way = above + [name]
        guard let task = found[name] else {
            throw Mistake(text: "\(way.joined(separator: " needs ")), which is no task; add it, or mend the name")
        }
        guard !above.contains(name) else {
            throw Mistake(text: "\(way.joined(separator: " needs ")): no task of a circle can be the first; break it")
        }
        for need in task.needs { try add(need, of: found, to: &ordered, below: way) }
        ordered.append(task)
    }
}
