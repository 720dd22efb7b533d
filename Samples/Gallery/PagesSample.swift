import CycleDrivers
import CycleScreens

struct PagesSample: Sample {
    static let title = "Pages"
    static let source = #filePath

    var pages = Paginator(of: 53, perPage: 8)

    var view: View {
        .column(spacing: 1) {
            View.stack(.column, pages.range.map { "letter \($0 + 1)" }).height(8)
            pages.view.width(.fit).region(0).aligned(.center)
            View.help([.init([.left, .right], "turn"), .init([.home, .end], "first, last")])
        }
    }

    mutating func handle(_ input: Input) -> Outcome { pages.handle(input.at(0)) }
}
