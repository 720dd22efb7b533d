#if os(Linux)
    import Foundation

    /// The names of the threads of this process that have not ended.
    ///
    /// The system lists a thread for a moment after it was joined, with a mark that it is about to go: such a thread is left
    /// out, so that a test need not wait for that moment.
    package func threadNames() -> [String] {
        do {
            let numbers = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
            return numbers.compactMap { name(ofThread: $0) }
        } catch {
            return []
        }
    }

    private func name(ofThread number: String) -> String? {
        guard let data = FileManager.default.contents(atPath: "/proc/self/task/\(number)/stat") else { return nil }
        // The number, the name in parentheses, then words. A name may have blanks and parentheses.
        let text = String(decoding: data, as: UTF8.self)
        guard let start = text.firstIndex(of: "("), let end = text.lastIndex(of: ")") else { return nil }
        let words = text[text.index(after: end)...].split(separator: " ")
        // `PF_EXITING`, among the flags.
        guard words.count > 6, let flags = UInt64(words[6]), flags & 4 == 0 else { return nil }
        return String(text[text.index(after: start)..<end])
    }
#endif
