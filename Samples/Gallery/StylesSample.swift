import CycleDrivers
import CycleScreens

struct StylesSample: Sample {
    static let title = "Styles"
    static let source = #filePath

    var view: View {
        .column {
            "\("bold", .bold)  \("dim", .dim)  \("italic", .italic)  \("reverse", .reverse)"
            "\("underline", .underline)  \("double", .underline(.double))  \("curly", .underline(.curly))"
            "\("dotted", .underline(.dotted))  \("dashed", .underline(.dashed))  \("struck", .strikethrough)  \("over", .overline)"
            View.divider
            "\("■", .red) red  \("■", .green) green  \("■", .yellow) yellow  \("■", .blue) blue  \("■", .magenta) magenta  \("■", .cyan) cyan"
            "\(" all ", .bold + .foreground(.rgb(255, 255, 255)) + .background(.rgb(90, 40, 160))) at once"
            View.divider
            "a \("link", .underline, link: "https://www.swift.org") where the terminal has them"
            View.wrapped("日本語  👩‍🚀  e\u{301}  🇯🇵  are as wide as they are")
        }
    }
}
