public import CycleDrivers

/// Points of a chart, joined by a line or not.
public struct ChartSeries: Hashable, Codable, Sendable {
    /// A point, by its two numbers.
    public struct Point: Hashable, Codable, Sendable {
        /// From left to right.
        public var x: Double
        /// From bottom to top.
        public var y: Double

        /// A point of a chart.
        public init(_ x: Double, _ y: Double) {
            self.x = x
            self.y = y
        }
    }

    /// How points are drawn.
    public enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
        /// A line from each to the next.
        case line
        /// The same, with a tint below it.
        case area
        /// Each alone.
        case points
    }

    /// In the legend. An empty one has no part in it.
    public var name: String
    /// In order from left to right, if they are joined.
    public var points: [Point]
    /// `nil` for the next one of ``ScreenTheme/Charts/palette``.
    public var style: ConsoleDriver.Style?
    /// How the points are drawn.
    public var kind: Kind

    /// A series of a chart.
    ///
    /// - Parameters:
    ///   - name: In the legend.
    ///   - points: In order from left to right, if they are joined.
    ///   - style: By default the next one of ``ScreenTheme/Charts/palette``.
    ///   - kind: How the points are drawn.
    public init(_ name: String, _ points: [Point], style: ConsoleDriver.Style? = nil, kind: Kind = .line) {
        self.name = name
        self.points = points
        self.style = style
        self.kind = kind
    }

    /// Values one apart, from 0 on.
    public init(_ name: String, values: [Double], style: ConsoleDriver.Style? = nil, kind: Kind = .line) {
        self.init(name, values.enumerated().map { Point(Double($0.offset), $0.element) }, style: style, kind: kind)
    }
}
