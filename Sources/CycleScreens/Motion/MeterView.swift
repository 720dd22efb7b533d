import CycleDrivers

extension ScreenView {
    /// A bar with the share that is done, the speed and the time left, as far as there is room.
    ///
    /// - Parameters:
    ///   - meter: The measurements.
    ///   - step: Moves a part of the bar to and fro where the total is unknown.
    ///   - style: The style of the filled part; by default the first of ``ScreenTheme/Charts/palette``.
    public static func progress(_ meter: ProgressMeter, step: Int = 0, style: Style? = nil) -> ScreenView {
        .sized { space in
            var columns = meter.columns
            guard !space.isPlain else {
                return .text(columns.map(\.text).filter { !$0.isEmpty }.joined(separator: "  "))
            }
            while columns.count > 1, space.columns < columns.reduce(12, { $0 + $1.width }) { columns.removeLast() }
            let bar =
                meter.fraction.map { progress($0, style: style, hasNumber: false) }
                ?? progress(step: step, style: style)
            return .row {
                bar.width(.growing())
                for column in columns { ScreenView.text(column.text).aligned(.end).width(column.width) }
            }
        }.height(1)
    }
}

extension ProgressMeter {
    /// Texts, the most important first. Each has as many cells whatever it is, so that nothing jumps.
    fileprivate var columns: [(text: String, width: Int)] {
        let isDone = total.map { done >= $0 } ?? false
        let count = unit == .parts ? "" : counted(Double(done))
        let portion = fraction.map { "\(ScreenView.percents(of: $0)) %" } ?? count
        let left = isDone ? "" : remaining.map { ("\(clock: $0)" as StyledText).text } ?? ""
        var columns = [(text: portion, width: fraction == nil ? 9 : 6), (text: left, width: 9)]
        if unit != .parts { columns.append((isDone ? "" : rate.map { counted($0) + "/s" } ?? "", 11)) }
        return columns
    }

    private func counted(_ number: Double) -> String {
        let whole = Int(min(max(number, -1e15), 1e15).rounded())
        if unit == .bytes { return ("\(bytes: whole)" as StyledText).text }
        guard number < 10, number != number.rounded() else { return "\(whole)" }
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
