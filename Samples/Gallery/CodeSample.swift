import CycleDrivers
import CycleScreens

struct CodeSample: Sample {
    static let title = "Code"
    static let source = #filePath

    private let lines = """
        /// Counts as long as somebody presses a key.
        struct Counter: Screen, Equatable {
            var size: Size?
            var isDone = false
            var total = 0

            var view: View {
                .text("total \\(total)").centered   // a view is a value
            }

            mutating func handle(_ input: Input) -> Outcome {
                guard input.key != nil else { return .ignored }
                total += 1
                return .changed
            }
        }
        """.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }

    var view: View {
        View.stack(
            .column,
            lines.enumerated().map { number, line in
                let digits = number < 9 ? " \(number + 1)" : "\(number + 1)"
                return "\(digits, .muted)  \(CodeRules.swift.styled(line))"
            })
    }
}
