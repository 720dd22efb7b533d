internal import CycleExplore

/// A number that is read and written, one call at a time: clients of a register must not be able to tell it from that.
package struct OneNumber: SequentialModel {
    package let start = 0

    package init() {}

    /// Whether a word of a command line is a call.
    package static func isCall(_ word: String) -> Bool {
        word == "get" || word.hasPrefix("set=") && Int(word.dropFirst(4)) != nil
    }

    package func state(after state: Int, _ call: String, answered answer: String?) -> Int? {
        if let number = call.split(whereSeparator: { " =".contains($0) }).last.flatMap({ Int($0) }) { return number }
        return answer == nil || answer == "\(state)" ? state : nil
    }
}
