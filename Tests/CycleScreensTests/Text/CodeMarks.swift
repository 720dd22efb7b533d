import CycleDrivers
import CycleScreens

extension CodeRules {
    /// The comments and texts of some lines, each in a pair of marks: `/comment/`, `"text"`, `=key=`; the rest is left out.
    func marked(_ lines: [String]) -> [String] {
        styled(lines).map { line in
            line.runs.compactMap { run in
                switch run.style {
                case .muted + .italic: "/\(run.text)/"
                case .success: "\"\(run.text)\""
                case .secondary: "=\(run.text)="
                default: nil
                }
            }.joined()
        }
    }
}
