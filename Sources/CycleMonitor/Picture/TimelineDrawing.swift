import CycleBase

/// Draws a ``ModelTimeline``, row by row.
struct TimelineDrawing {
    private typealias Layout = TimelineLayout
    private typealias Colors = TimelineColors

    private let timeline: ModelTimeline
    private let layout: TimelineLayout
    private var svg = SVG()
    /// The time of the frame before, so that a time that did not change is not written again.
    private var latestTime: String?

    init(_ timeline: ModelTimeline) {
        self.timeline = timeline
        layout = TimelineLayout(timeline.moments, width: timeline.width, limit: timeline.limit)
    }

    mutating func draw() -> String {
        let top = Layout.margin + (timeline.title == nil ? 0 : 26)
        let height = layout.height(below: top)
        let name = Label(timeline.title ?? "Model timeline").shortened(to: 100)
        if timeline.title != nil {
            svg.text(
                name, Layout.margin, Layout.margin + 12,
                "font-size=\"14\" font-weight=\"bold\" fill=\"\(Colors.caption)\"")
        }
        for (index, row) in layout.rows.enumerated() {
            draw(row, top: top + Double(index) * (layout.rowHeight + Layout.rowGap), isFirst: index == 0)
        }
        let body = svg.lines.joined(separator: "\n")
        return """
            <svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 \(layout.width.svg) \(height.svg)" \
            width="\(layout.width.svg)" height="\(height.svg)" \
            font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace">
              <title>\(name.escapedXML)</title>
              <desc>\(summary.escapedXML)</desc>
            \(body.isEmpty ? "  <!-- no moments -->" : body)
            </svg>

            """
    }

    private var summary: String {
        let drivers = layout.drivers.map { Label($0).shortened(to: 40) }.joined(separator: ", ")
        return "\(timeline.moments.count) moments: frames on a strip of film, and below it the events of "
            + (drivers.isEmpty ? "no driver." : "\(drivers).")
    }

    // MARK: A row

    private mutating func draw(_ row: [Layout.Column], top: Double, isFirst: Bool) {
        let film = top + Layout.captionHeight
        let right = layout.center(row.count - 1) + Layout.pitch / 2
        drawLanes(top: top, right: right)
        drawFilm(film, right: right)
        if row.first?.continuesFilm(timeline.moments) ?? false, !isFirst { drawEarlierFrame(film) }
        for (index, column) in row.enumerated() {
            let center = layout.center(index)
            switch column {
            case .context(let moment):
                drawFrame(timeline.moments[moment].context, center, film, title: "before", isApproved: false)
            case .gap(let count): drawGap(count, center, film)
            case .moment(let moment):
                draw(timeline.moments[moment], center, top: top)
            }
        }
        // Above all ways and arrows: a long label goes across those of other lanes.
        let lanes = row.map { column -> Int? in
            if case .moment(let number) = column { layout.lane(of: timeline.moments[number]) } else { nil }
        }
        for (index, column) in row.enumerated() {
            guard case .moment(let number) = column, let lane = lanes[index] else { continue }
            drawEvent(
                timeline.moments[number], layout.center(index) - Layout.pitch / 2, layout.laneY(lane, top: top),
                Colors.lane(lane), Layout.cellLimit(ofEvent: index, of: lanes))
        }
    }

    private mutating func drawLanes(top: Double, right: Double) {
        drawTag("frames", y: top + Layout.captionHeight + Layout.filmHeight / 2, Colors.film)
        for (lane, driver) in layout.drivers.enumerated() {
            let y = layout.laneY(lane, top: top)
            let color = Colors.lane(lane)
            svg.line(layout.filmLeft, right, y: y, "stroke=\"\(color)\" stroke-width=\"2\" opacity=\"0.45\"")
            drawTag(driver, y: y, color)
        }
    }

    private mutating func drawTag(_ name: String, y: Double, _ color: String) {
        let name = Label(name).shortened(to: Layout.labelCellLimit)
        let stroke = color == Colors.film ? " stroke=\"\(Colors.filmEdge)\"" : ""
        svg.box(Layout.margin, y - 11, layout.labelWidth, 22, radius: 5, "fill=\"\(color)\"\(stroke)")
        svg.text(
            name, Layout.margin + layout.labelWidth / 2, y + 4,
            "font-size=\"11\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"#fff\"")
    }

    private mutating func drawFilm(_ film: Double, right: Double) {
        svg.box(
            layout.filmLeft, film, right - layout.filmLeft, Layout.filmHeight, radius: 6,
            "fill=\"\(Colors.film)\" stroke=\"\(Colors.filmEdge)\"")
        for y in [film + Layout.filmEdge / 2, film + Layout.filmHeight - Layout.filmEdge / 2] {
            svg.line(
                layout.filmLeft + 7, right - 5, y: y,
                "stroke=\"\(Colors.perforation)\" stroke-width=\"4\" stroke-dasharray=\"6 7\"")
        }
    }

    /// The end of the frame that stands last in the row above, cut where this row's film begins.
    private mutating func drawEarlierFrame(_ film: Double) {
        let width = layout.center(0) - Layout.pitch + Layout.frameWidth / 2 - layout.filmLeft - 5
        svg.add(
            """
            <path d="M\((layout.filmLeft + 1).svg) \((film + Layout.filmEdge).svg)h\(width.svg)q4 0 4 4\
            v\((Layout.frameHeight - 8).svg)q0 4 -4 4h-\(width.svg)z" fill="\(Colors.paper)" opacity="0.5"/>
            """)
    }

    private mutating func drawGap(_ count: Int, _ center: Double, _ film: Double) {
        let middle = film + Layout.filmHeight / 2
        svg.text("⋯", center, middle - 2, "font-size=\"18\" text-anchor=\"middle\" fill=\"#fff\"")
        svg.text(
            Label("\(count) more").shortened(to: 15), center, middle + 14,
            "font-size=\"10\" text-anchor=\"middle\" fill=\"#fff\"")
    }

    // MARK: A moment

    private mutating func draw(_ moment: RecordedMoment, _ center: Double, top: Double) {
        let film = top + Layout.captionHeight
        drawCaption(moment, center, film)
        if moment.isStart || moment.changesFrame {
            drawFrame(
                moment.effect, center, film, title: "\(moment.number)", isApproved: moment.isApproved)
        } else {
            drawHold(center, film)
        }
        guard let lane = layout.lane(of: moment) else { return }
        let (middle, y) = (center - Layout.pitch / 2, layout.laneY(lane, top: top))
        drawLinks(moment, middle, y, film, Colors.lane(lane))
        if let sender = layout.sender(of: moment), sender != lane {
            drawArrow(middle, from: layout.laneY(sender, top: top), to: y, Colors.lane(lane), isLost: moment.isLost)
        }
    }

    private mutating func drawCaption(_ moment: RecordedMoment, _ center: Double, _ film: Double) {
        var caption = moment.isStart ? "start" : "\(moment.number)"
        if timeline.showsTime {
            let time = moment.time.caption
            if time != latestTime { caption += " · \(time)" }
            latestTime = time
        }
        svg.text(
            caption, center, film - 5,
            "font-size=\"9.5\" text-anchor=\"middle\" fill=\"\(Colors.caption)\"")
    }

    private mutating func drawFrame(
        _ frame: RecordedValue, _ center: Double, _ film: Double, title: String, isApproved: Bool
    ) {
        let left = center - Layout.frameWidth / 2
        let top = film + Layout.filmEdge
        let text = Label(frame.text(upTo: 600))
        svg.group("text-anchor=\"middle\" fill=\"\(Colors.ink)\"", title: "\(title): \(text.shortened(to: 300))") {
            svg in
            svg.box(left, top, Layout.frameWidth, Layout.frameHeight, radius: 4, "fill=\"\(Colors.paper)\"")
            let (size, lines) = text.fitted
            let lineHeight = size * 1.2
            let first = top + Layout.frameHeight / 2 + size * 0.36 - lineHeight * Double(lines.count - 1) / 2
            for (index, line) in lines.enumerated() {
                svg.text(line, center, first + lineHeight * Double(index), "font-size=\"\(size.svg)\"")
            }
            if isApproved {
                let (x, y) = (left + Layout.frameWidth - 2, top + 2)
                svg.add("<circle cx=\"\(x.svg)\" cy=\"\(y.svg)\" r=\"7\" fill=\"\(Colors.approved)\"/>")
                svg.add(
                    """
                    <path d="M\((x - 3).svg) \(y.svg)l2.2 2.4l4 -4.6" fill="none" stroke="#fff" stroke-width="1.6"/>
                    """)
            }
        }
    }

    /// The frame stays: the film goes on.
    private mutating func drawHold(_ center: Double, _ film: Double) {
        let reach = Layout.frameWidth / 2
        svg.line(
            center - Layout.pitch + reach, center + reach, y: film + Layout.filmHeight / 2,
            "stroke=\"\(Colors.perforation)\" stroke-width=\"2\" stroke-dasharray=\"1 6\" stroke-linecap=\"round\"")
    }

    // MARK: An event

    /// The ways from the frame before, and to the frame after.
    private mutating func drawLinks(
        _ moment: RecordedMoment, _ center: Double, _ y: Double, _ film: Double, _ color: String
    ) {
        svg.group("stroke-width=\"2\"") { svg in
            let bottom = film + Layout.filmEdge + Layout.frameHeight
            let from = Link(center - 34, bottom, center - 7, y - Layout.pillHeight / 2)
            let isHollow = !moment.changesFrame
            svg.add(
                """
                <path d="\(from.path)" fill="none" stroke="\(Colors.perforation)"\
                \(isHollow ? " stroke-dasharray=\"3 3\"" : "")/>
                """)
            if !isHollow {
                let to = Link(center + 34, bottom + 6, center + 7, y - Layout.pillHeight / 2)
                svg.add("<path d=\"\(to.path)\" fill=\"none\" stroke=\"\(color)\"/>")
                svg.add("<path d=\"M\(to.topX.svg) \(bottom.svg)l4.5 8h-9z\" fill=\"\(color)\"/>")
            }
        }
    }

    /// From the lane of a sender to what arrives; what is lost has half of the way and a cross.
    private mutating func drawArrow(
        _ center: Double, from start: Double, to end: Double, _ color: String, isLost: Bool
    ) {
        let (edge, head) = end > start ? (end - Layout.pillHeight / 2, -8) : (end + Layout.pillHeight / 2, 8)
        let way =
            isLost
            ? "V\(((start + end) / 2).svg)m-5 -5l10 10m0 -10l-10 10" : "V\(edge.svg)m-4 \(head)l4 \(-head)l4 \(head)"
        svg.add("<circle cx=\"\(center.svg)\" cy=\"\(start.svg)\" r=\"3\" fill=\"\(color)\"/>")
        svg.add(
            "<path d=\"M\(center.svg) \(start.svg)\(way)\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"1.6\"/>")
    }

    private mutating func drawEvent(
        _ moment: RecordedMoment, _ center: Double, _ y: Double, _ color: String, _ cellLimit: Int
    ) {
        let label = Label(moment.event.text(upTo: 600))
        let text = label.shortened(to: cellLimit)
        let width = max(26, Double(Label(text).cellCount) * 11 * Layout.cell + Layout.pillPadding)
        let title = "\(moment.number): \(label.shortened(to: 300))"
        svg.group("text-anchor=\"middle\" stroke-width=\"2\"", title: title) { svg in
            let isHollow = !moment.changesFrame
            svg.box(
                center - width / 2, y - Layout.pillHeight / 2, width, Layout.pillHeight, radius: Layout.pillHeight / 2,
                "fill=\"\(isHollow ? "#fff" : color)\" stroke=\"\(color)\"")
            svg.text(
                text, center, y + 4, "font-size=\"11\" stroke=\"none\" fill=\"\(isHollow ? color : "#fff")\"")
        }
    }
}

extension TimelineLayout.Column {
    /// Whether the frame before stands before it on the film.
    fileprivate func continuesFilm(_ moments: [RecordedMoment]) -> Bool {
        switch self {
        case .context: false
        case .gap: true
        case .moment(let index): !moments[index].isStart
        }
    }
}

/// A curve between a frame, above, and an event, below: it leaves and arrives upright.
private struct Link {
    let topX: Double
    let path: String

    init(_ topX: Double, _ top: Double, _ bottomX: Double, _ bottom: Double) {
        self.topX = topX
        // The bend stays close to the film, so that it goes straight past the lanes between.
        let bend = min(top + 46, bottom)
        let turn = (top + bend) / 2
        path =
            """
            M\(topX.svg) \(top.svg)C\(topX.svg) \(turn.svg) \(bottomX.svg) \(turn.svg) \(bottomX.svg) \
            \(bend.svg)V\(bottom.svg)
            """
    }
}

extension Label {
    /// As large as it fits into a frame.
    fileprivate var fitted: (size: Double, lines: [String]) {
        switch cellCount {
        case ...4: (22, [shortened(to: 4)])
        case ...8: (14, [shortened(to: 8)])
        default: (10, wrapped(to: 12, lines: 4))
        }
    }
}

extension Duration {
    /// In seconds, to the millisecond.
    fileprivate var caption: String {
        let milliseconds = Int((min(max(inSeconds, 0), 1e11) * 1_000).rounded())
        var digits = "\(1_000 + milliseconds % 1_000)".dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(milliseconds / 1_000)\(digits.isEmpty ? "" : ".\(digits)") s"
    }
}
