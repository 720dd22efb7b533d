import CycleDrivers

/// A picture that moves: screens one after the other, each with the key that led to it.
///
/// Parts that several screens share are in the file once. Where the reader wants no motion, the first screen stands still.
package struct CanvasFilm {
    /// A screen, with the key and the caption below it.
    package struct Step {
        package var canvas: ConsoleDriver.Canvas
        package var milliseconds: Int
        /// As it is written on the key.
        package var key: String
        package var caption: String

        package init(_ canvas: ConsoleDriver.Canvas, milliseconds: Int, key: String = "", caption: String = "") {
            self.canvas = canvas
            self.milliseconds = milliseconds
            self.key = key
            self.caption = caption
        }
    }

    private struct Shot {
        var elements: [CanvasPicture.Element]
        var milliseconds: Int
    }

    /// Elements that the same shots have.
    private struct Group {
        var places: [Int]
        var elements: [String]
    }

    private var area = PictureArea(.init(row: 0, column: 0, rows: 1, columns: 1))
    private var shots: [Shot] = []

    /// - Parameter isCropped: Whether rows and columns around all that is seen of any screen are left out.
    package init(_ steps: [Step], isDark: Bool = true, isCropped: Bool = false) {
        let pictures = steps.map { $0.canvas.picture(isDark: isDark, isCropped: isCropped, isSplit: true) }
        guard let first = pictures.first else { return }
        area = PictureArea(first.seen)
        for picture in pictures { area.include(PictureArea(picture.seen)) }
        let footer = steps.contains { !$0.key.isEmpty || !$0.caption.isEmpty } ? FilmFooter(below: area) : nil
        if let footer {
            area.bottom += FilmFooter.height
            area.right = max(area.right, steps.map(footer.right).max() ?? 0)
        }
        for (picture, step) in zip(pictures.map(\.picture), steps) {
            let ground = CanvasPicture.Element(layer: -1, text: area.ground(picture.theme))
            let words = footer?.elements(of: step, picture.theme, area) ?? []
            shots.append(Shot(elements: [ground] + picture.elements + words, milliseconds: step.milliseconds))
        }
    }

    /// The film as one SVG that plays again and again.
    package var svg: String {
        let groups = groups
        var names: [[Int]: String] = [:]
        var styles: [String] = []
        for places in groups.map(\.places) where places.count < shots.count && names[places] == nil {
            let name = "k\(names.count)"
            names[places] = name
            styles.append(
                ".\(name){\(places.first == 0 ? "" : "visibility:hidden;")"
                    + "animation:\(name) \(milliseconds)ms step-end infinite}@keyframes \(name){\(keyframes(places))}")
        }
        styles.append("@media (prefers-reduced-motion:reduce){g{animation:none!important}}")
        let body = groups.flatMap { group in
            names[group.places].map { ["<g class=\"\($0)\">"] + group.elements + ["</g>"] } ?? group.elements
        }
        return area.svg(["<style>"] + styles + ["</style>"] + body)
    }

    private var milliseconds: Int { shots.map(\.milliseconds).reduce(0, +) }

    /// When something that some of the shots have appears and disappears.
    private func keyframes(_ places: [Int]) -> String {
        let shown = Set(places)
        var (text, start) = ("", 0)
        for (place, shot) in shots.enumerated() {
            if place == 0 || shown.contains(place) != shown.contains(place - 1) {
                let percent = Double(start * 100_000 / max(1, milliseconds)) / 1_000
                text += "\(percent)%{visibility:\(shown.contains(place) ? "visible" : "hidden")}"
            }
            start += shot.milliseconds
        }
        return text
    }

    /// The elements of all shots, each once, those behind first.
    private var groups: [Group] {
        var places: [String: [Int]] = [:]
        var layers: [Int: [String]] = [:]
        for (place, shot) in shots.enumerated() {
            for element in shot.elements where places[element.text]?.last != place {
                if places[element.text] == nil { layers[element.layer, default: []].append(element.text) }
                places[element.text, default: []].append(place)
            }
        }
        return layers.sorted { $0.key < $1.key }.flatMap { _, elements in
            var groups: [Group] = []
            var known: [[Int]: Int] = [:]
            for element in elements {
                let shown = places[element] ?? []
                if let place = known[shown] {
                    groups[place].elements.append(element)
                } else {
                    known[shown] = groups.count
                    groups.append(Group(places: shown, elements: [element]))
                }
            }
            return groups
        }
    }
}

/// The row below a film: a key as it looks on a keyboard, and a caption.
private struct FilmFooter {
    static let height = 38

    let left: Int
    let top: Int

    init(below area: PictureArea) {
        (left, top) = (area.left + PictureArea.margin, area.bottom)
    }

    /// The width of a key of a keyboard; none without a key.
    private func width(of key: String) -> Int { key.isEmpty ? 0 : 9 * key.count + 14 }

    private func captionLeft(_ step: CanvasFilm.Step) -> Int {
        left + (step.key.isEmpty ? 0 : width(of: step.key) + 10)
    }

    /// Where the film ends, so that nothing of the caption is cut.
    func right(of step: CanvasFilm.Step) -> Int {
        captionLeft(step) + 9 * step.caption.count + PictureArea.margin
    }

    func elements(of step: CanvasFilm.Step, _ theme: PictureTheme, _ area: PictureArea) -> [CanvasPicture.Element] {
        let line = #"<path fill="none" stroke="\#(theme.edge)" d="M\#(area.left) \#(top).5H\#(area.right)"/>"#
        var elements = [CanvasPicture.Element(layer: 2, text: line)]
        if !step.key.isEmpty {
            let place = #"x="\#(left).5" y="\#(top + 8).5" width="\#(width(of: step.key) - 1)" height="22""#
            let cap = #"<rect \#(place) rx="4" fill="\#(theme.edge)" stroke="\#(theme.muted)"/>"#
            elements.append(.init(layer: 5, text: cap))
            elements.append(text(step.key, left + 7, #" fill="\#(theme.ink)" font-weight="bold""#))
        }
        if !step.caption.isEmpty {
            elements.append(text(step.caption, captionLeft(step), #" fill="\#(theme.ink)""#))
        }
        return elements
    }

    private func text(_ text: String, _ x: Int, _ look: String) -> CanvasPicture.Element {
        .init(layer: 6, text: CanvasPicture.text(text, x: x, y: top + 24, columns: text.count, look))
    }
}
