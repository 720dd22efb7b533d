import CycleDrivers
import CycleScreens

/// A diff in a reader: with styles, the numbers of its lines, and a fold for each hunk.
struct ReaderSample: Sample {
    static let title = "Long text"
    static let source = #filePath

    private static let lines = """
        @@ -1,6 +1,7 @@ Counter.swift
         struct Counter: Screen, Equatable {
             var size: Size?
        -    var total = 0
        +    /// Since the program was started, or since the last reset, whichever came later.
        +    var total = 0
         }
        @@ -12,5 +13,5 @@ Counter.swift
         mutating func handle(_ input: Input) -> Outcome {
        -    total += 1
        +    total += input.key == nil ? 0 : 1
             return .changed
         }
        @@ -1,2 +1,3 @@ README.md
         # Counter
        +A line for each key.
         A program of 20 lines.
        """.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }

    /// From each line that begins a hunk to the next.
    private static let hunks: [Range<Int>] = {
        let starts = lines.indices.filter { lines[$0].hasPrefix("@@") }
        return zip(starts, starts.dropFirst() + [lines.count]).map { $0..<$1 }
    }()

    var reader = Reader(hasNumbers: true)

    private static func styled(_ line: String) -> StyledText {
        switch line.first {
        case "+": StyledText(line, .success)
        case "-": StyledText(line, .danger)
        case "@": StyledText(line, .accent)
        default: StyledText(line)
        }
    }

    var view: View {
        reader.view(of: Self.lines, folds: Self.hunks, line: Self.styled).region(0).border(title: "Diff")
    }

    mutating func handle(_ input: Input) -> Outcome {
        reader.handle(input.at(0), lines: Self.lines, folds: Self.hunks, line: Self.styled)
    }
}
