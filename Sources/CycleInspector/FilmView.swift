import CycleDrivers
import CycleMonitor
import CycleScreens

/// The film of frames with a lane of events for each lens, as in the picture of a model timeline.
///
///                 6        7        8
///     frames   │total 3│ │┄┄┄┄┄┄┄│ │total 4│
///     console ────key(+)───────────key(+)──
///     timer   ━━━━━━━━━━━fired────────◆━━━━
///
/// Where the application is there, a lane is thick while its driver has something to do, and `◆` is a change of that.
struct FilmView {
    let frame: InspectorFrame
    let source: InspectedSource
    /// So many lanes are shown at most.
    var laneLimit = 5
    /// The style below everything: of the screen.
    private var base = ConsoleDriver.Style.plain

    init(frame: InspectorFrame, source: InspectedSource, laneLimit: Int = 5) {
        (self.frame, self.source, self.laneLimit) = (frame, source, laneLimit)
    }

    /// The columns of a moment at least.
    private static let pitch = 15

    private var inspection: Inspection { frame.inspection }
    private var moments: any InspectedMoments { source.moments(of: inspection) }

    /// The colour of a lens, by its place among all.
    static func style(ofLane lane: Int) -> ConsoleDriver.Style {
        let styles: [ConsoleDriver.Style] = [.accent, .secondary, .success, .warning]
        return styles[max(0, lane - 1) % styles.count]
    }

    var view: ScreenView {
        let lanes = moments.lenses.filter { $0 != "start" }
        return ScreenView.canvas { space in
            var film = self
            film.base = space.style
            return film.canvas(space, lanes)
        }
        .height(2 + min(max(1, lanes.count), laneLimit))
    }

    private func canvas(_ space: ScreenView.Space, _ lanes: [String]) -> ConsoleDriver.Canvas {
        var canvas = ConsoleDriver.Canvas(.init(columns: space.columns, rows: space.rows), style: space.style)
        guard inspection.count > 0 else { return canvas }
        let labels = lanes + ["frames"] + (lanes.count > space.rows - 2 ? ["+99 lanes"] : [])
        let labelWidth = min(space.columns < 100 ? 14 : 20, labels.map(\.count).max() ?? 6) + 2
        let least = frame.isZoomedOut ? 2 : Self.pitch
        let count = max(1, (space.columns - labelWidth) / least)
        // The columns that are left over make the frames wider.
        let pitch = frame.isZoomedOut ? least : max(least, (space.columns - labelWidth) / count)
        let shown = inspection.shown(before: count / 2, after: max(0, count - count / 2 - 1), in: moments)
        let visible = visibleLanes(lanes, of: shown, rows: space.rows - 2)
        drawLabels(visible, outOf: lanes.count, labelWidth, &canvas)
        for (place, index) in shown.enumerated() {
            let area = ConsoleDriver.Rectangle(
                row: 0, column: labelWidth + place * pitch, rows: space.rows, columns: pitch)
            drawWants(index, area, visible, &canvas)
            frame.isZoomedOut
                ? drawMark(index, area, visible, lanes, &canvas) : drawMoment(index, area, visible, lanes, &canvas)
        }
        return canvas
    }

    /// As many lanes as there is room for: those of the moments that are shown, the nearest to the selected one first.
    private func visibleLanes(_ lanes: [String], of shown: [Int], rows: Int) -> [String] {
        guard lanes.count > rows else { return lanes }
        let near = shown.sorted { abs($0 - inspection.selection) < abs($1 - inspection.selection) }
        var chosen: [String] = []
        for lane in near.map({ moments.summary(at: $0).lens }) + lanes where chosen.count < rows {
            if lanes.contains(lane), !chosen.contains(lane) { chosen.append(lane) }
        }
        return lanes.filter(chosen.contains)
    }

    private func drawLabels(_ lanes: [String], outOf count: Int, _ width: Int, _ canvas: inout ConsoleDriver.Canvas) {
        canvas.draw(" frames", at: .init(row: 1, column: 0), style: base + .muted)
        if lanes.count < count {
            let more = count - lanes.count
            canvas.draw(" +\(more) \(more == 1 ? "lane" : "lanes")", at: .init(row: 0, column: 0), style: base + .muted)
        }
        for (row, lane) in lanes.enumerated() {
            let style = Self.style(ofLane: moments.lenses.firstIndex(of: lane) ?? 0)
            canvas.draw(" \(lane.shortened(to: width - 2))", at: .init(row: row + 2, column: 0), style: base + style)
            let line = ConsoleDriver.Rectangle(
                row: row + 2, column: width, rows: 1, columns: canvas.size.columns - width)
            canvas.fill(line, with: "─", style: base + .border)
        }
    }

    private func drawWants(
        _ index: Int, _ area: ConsoleDriver.Rectangle, _ visible: [String], _ canvas: inout ConsoleDriver.Canvas
    ) {
        guard let wants = source.wants(at: index, inspection) else { return }
        for (row, lane) in visible.enumerated() {
            let style = base + Self.style(ofLane: moments.lenses.firstIndex(of: lane) ?? 0)
            if wants.isWanting(lane) {
                let line = ConsoleDriver.Rectangle(row: row + 2, column: area.column, rows: 1, columns: area.columns)
                canvas.fill(line, with: "━", style: style)
            }
            guard wants.isChanged(lane) else { continue }
            canvas.draw("◆", at: .init(row: row + 2, column: area.column + area.columns - 1), style: style)
        }
    }

    private func drawMoment(
        _ index: Int, _ area: ConsoleDriver.Rectangle, _ visible: [String], _ lanes: [String],
        _ canvas: inout ConsoleDriver.Canvas
    ) {
        let summary = moments.summary(at: index)
        let isSelected = index == inspection.selection
        let width = area.columns - 1
        let caption = (isSelected ? "▾ " : "") + "\(summary.number)" + sign(of: index)
        let captionStyle: ConsoleDriver.Style = isSelected ? .accent + .bold : .muted
        canvas.draw(caption.centred(in: width), at: .init(row: 0, column: area.column), style: base + captionStyle)
        let moment = source.moment(at: index, inspection)
        let cell = ConsoleDriver.Rectangle(row: 1, column: area.column, rows: 1, columns: width)
        if summary.changesFrame {
            let text = moment.map { shortText(of: $0, limit: width - 2) } ?? "?"
            let style: ConsoleDriver.Style =
                isSelected ? .filled(.accent) : .init(foreground: .text, background: .field)
            canvas.fill(cell, style: base + style)
            canvas.draw(text.centred(in: width), at: .init(row: 1, column: area.column), style: base + style)
        } else {
            canvas.fill(cell, with: "┄", style: base + (isSelected ? .accent : .border))
        }
        guard let row = visible.firstIndex(of: summary.lens) else { return }
        let style = Self.style(ofLane: moments.lenses.firstIndex(of: summary.lens) ?? 0)
        let event = (moment?.event.text ?? "?").shortened(to: width - 2)
        let pill = summary.changesFrame ? " \(event) " : "(\(event))"
        let isHollow = !summary.changesFrame
        canvas.draw(
            pill, at: .init(row: row + 2, column: area.column + max(0, (width - pill.count) / 2)),
            style: base + (isHollow ? style : .filled(style.foreground)), clip: canvas.bounds)
    }

    private func drawMark(
        _ index: Int, _ area: ConsoleDriver.Rectangle, _ visible: [String], _ lanes: [String],
        _ canvas: inout ConsoleDriver.Canvas
    ) {
        let summary = moments.summary(at: index)
        let isSelected = index == inspection.selection
        if isSelected { canvas.draw("▾", at: .init(row: 0, column: area.column), style: base + .accent) }
        let film: ConsoleDriver.Style = isSelected ? .accent : summary.changesFrame ? .plain : .border
        canvas.draw(summary.changesFrame ? "▮" : "┄", at: .init(row: 1, column: area.column), style: base + film)
        guard let row = visible.firstIndex(of: summary.lens) else { return }
        let style = Self.style(ofLane: moments.lenses.firstIndex(of: summary.lens) ?? 0)
        canvas.draw(
            summary.changesFrame ? "●" : "○", at: .init(row: row + 2, column: area.column),
            style: base + (isSelected ? style + .bold : style))
    }

    private func sign(of index: Int) -> String {
        inspection.marks.contains(index) ? " ▪" : inspection.isApproved(index, in: moments) ? " ✓" : ""
    }

    /// The place that is looked at; of the whole frame all that there is room for, or what has changed in it.
    private func shortText(of moment: RecordedMoment, limit: Int) -> String {
        if inspection.place != .whole {
            return (moment.effect[inspection.place]?.text ?? "nothing").shortened(to: limit)
        }
        let differences = { moment.context.differences(to: moment.effect) }
        return moment.filmText(of: differences(), upTo: limit).shortened(to: limit)
    }
}

extension String {
    fileprivate func centred(in width: Int) -> String {
        String(repeating: " ", count: max(0, (width - count) / 2)) + self
    }
}
