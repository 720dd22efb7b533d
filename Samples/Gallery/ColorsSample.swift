import CycleDrivers
import CycleScreens

struct ColorsSample: Sample {
    static let title = "Colours"
    static let source = #filePath

    var view: View {
        .column {
            row((0..<16).map { .indexed($0) })
            View.spacer(1, max: 1)
            for start in stride(from: 16, to: 232, by: 36) { row((start..<start + 36).map { .indexed(UInt8($0)) }) }
            View.spacer(1, max: 1)
            View.sized { space in
                row(
                    (0..<max(1, space.columns / 2)).map { column in
                        let part = UInt8(255 * column * 2 / max(1, space.columns))
                        return .rgb(part, 80, 255 - part)
                    })
            }.height(1)
            View.wrapped("fewer where the terminal has fewer, none with NO_COLOR")
        }
    }

    private func row(_ colors: [Color]) -> View {
        View.text(StyledText(colors.map { .init("  ", .background($0)) }))
    }
}
