import CycleBase
import CycleDrivers

extension CommandLineArguments {
    /// The number of a moment, as a word of the command line.
    static func momentNumber(_ word: String) throws(Misuse) -> Int {
        guard let number = Int(digits: word) else { throw Misuse(reason: "\(word) is no number of a moment") }
        return number
    }
}
