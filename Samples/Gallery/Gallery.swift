import CycleDrivers
import CycleScreens

/// All samples, each with its source beside it.
struct Gallery: Screen {
    enum Place: CaseIterable { case list, sample, source }

    var size: Size?
    var isDone = false
    var clipboard: ConsoleDriver.Clipboard?
    /// The theme that is shown, of those that ship.
    var look = 0
    var theme: ScreenTheme {
        ScreenTheme.all[(look % ScreenTheme.all.count + ScreenTheme.all.count) % ScreenTheme.all.count]
    }
    var focus = FocusRing(Place.list, wraps: true, skipsHidden: true)
    var list = ListState<Int>()
    var sample: any Sample = HelloSample()
    var viewport = Viewport()
    /// The sources that have been read, by their file names.
    var sources: [String: String] = [:]
    var step = 0 {
        didSet { sample.tick() }
    }

    private var position: Int { list.position(in: samples.indices, id: \.self) ?? 0 }
    /// The file of the sample that is shown.
    var file: String { type(of: sample).source.split(separator: "/").last.map { String($0) } ?? "" }
    private var source: View {
        .stack(
            .column,
            (sources[file] ?? "").split(separator: "\n", omittingEmptySubsequences: false).map { .text(String($0)) })
    }

    var view: View {
        .column {
            View.row {
                list.view(of: samples.indices, id: \.self, hasScrollBar: true) { index, row in
                    "\(row.pointer)\(samples[index].title)"
                }.region(.list, in: focus).border(title: "Gallery", style: style(.list)).width(23)
                sample.view.region(.sample, in: focus).padding(0, 1)
                    .border(title: "\(type(of: sample).title, .bold)", style: style(.sample)).width(.growing(3))
                if size.map({ $0.columns > 110 }) ?? false {
                    viewport.view(of: source).region(.source, in: focus)
                        .border(title: "\(file)", style: style(.source)).width(.growing(2))
                }
            }
            View.row(spacing: 2) {
                View.help([
                    .init([.tab], "go on"), .init([.up, .down], "choose"), .init([.control("t")], "theme"),
                    .init([.control("q")], "quit"),
                ])
                View.text(theme.name, .accent)
            }.height(1)
        }
    }

    private func style(_ place: Place) -> Style { focus.current == place ? theme.borders.focused : theme.borders.style }

    mutating func handle(_ input: Input) -> Outcome {
        if input.key == .control("q") {
            isDone = true
            return .changed
        }
        if input.key == .control("t") {
            look = (look + 1) % ScreenTheme.all.count
            return .changed
        }
        let (place, inner) = focus.target(of: input)
        let outcome =
            switch place {
            case .list: choose(inner)
            case .sample: sample.handle(inner)
            case .source: viewport.handle(inner, content: source)
            }
        return outcome.otherwise { focus.handle(input) }
    }

    private mutating func choose(_ input: Input) -> Outcome {
        let before = position
        let outcome = list.handle(input, rows: samples.indices, id: \.self)
        if position != before {
            sample = samples[position].init()
            viewport = Viewport()
        }
        return outcome == .submitted ? focus.move(1) : outcome
    }
}
