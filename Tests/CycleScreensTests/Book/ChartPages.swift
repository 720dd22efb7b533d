@testable import gallery

let chartPages = [
    ComponentPage(
        "BarCharts", "Bar charts", "Numbers as bars, lying or standing.",
        "Bars share one scale, drawn to an eighth of a cell. In a pipe each is its label and its number.",
        symbols: ["ChartBar"],
        BarsSample.self),
    ComponentPage(
        "LineCharts", "Line charts", "Lines, areas and points over a grid with round numbers.",
        "A `ChartSeries` has points and a kind. The colours are the theme's; the legend stands where there is room.",
        symbols: ["ChartSeries"],
        LineChartSample.self),
    ComponentPage(
        "Sparklines", "Sparklines", "The last values of something, in a row or in several.",
        "The newest values that fit are shown. A `nil` is a gap.",
        symbols: ["ScreenView"],
        states: [.init("Later", ticks: 9)],
        SparklineSample.self),
    ComponentPage(
        "ProgressBars", "Progress", "How far something is, how fast it goes and how long it takes.",
        """
        A `ProgressMeter` is told the amounts and times, and estimates the rest from the last seconds. Work of unknown length is a bar
        that moves to and fro.
        """,
        symbols: ["ProgressMeter"],
        states: [.init("Later", ticks: 40)],
        ProgressSample.self),
    ComponentPage(
        "Spinners", "Spinners", "Something is going on.",
        "A spinner is a number of a step and a kind; the program's clock advances it.",
        symbols: ["Spinner"],
        states: [.init("Later", ticks: 24)],
        SpinnersSample.self),
    ComponentPage(
        "BigDigits", "Big digits", "Large numbers of three rows, for a clock or a score.",
        "`View.big(text)` draws digits and `:.,-+%/°` in half cells, and blanks for all other characters.",
        symbols: ["ScreenView"],
        states: [.init("Three seconds later", ticks: 30)],
        ClockSample.self),
    ComponentPage(
        "PointPictures", "Pictures and drawing", "Pictures of points, two in a cell, and cells that a program fills.",
        "A `PixelPicture` is made by a function of its points. `View.canvas` hands out the cells themselves.",
        symbols: ["PixelPicture", "ScreenView"],
        PixelsSample.self, DrawingSample.self),
]
