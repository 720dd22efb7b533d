import CycleDrivers
import CycleScreens

@testable import gallery

/// A picture that moves: the screens of a component one after the other, each with the key that led to it.
///
/// Parts that several screens share are in the file once. Where the reader wants no motion, the first screen stands still.
struct ComponentFilm {
    private struct Step {
        var elements: [String]
        var milliseconds: Int
    }

    /// Elements that the same screens have.
    private struct Group {
        var places: Set<Int>
        var elements: [String]
    }

    private let isDark: Bool
    private let ground: String
    /// All that is seen of any screen: each is cropped where it is blank.
    private let columns: Range<Int>
    private let rows: Range<Int>
    private var steps: [Step] = []

    /// - Parameter canvases: The screens with the keys that led to them and the times for which they are shown.
    init(_ canvases: [(canvas: ConsoleDriver.Canvas, caption: String, milliseconds: Int)], isDark: Bool) {
        self.isDark = isDark
        let pictures = canvases.map { step in
            step.canvas.svg(isDark: isDark, isCropped: true).split(separator: "\n").map { String($0) }
        }
        ground = pictures.first?[1].firstMatch(of: #/fill="([^"]+)"/#).map { String($0.1) } ?? "none"
        let areas = pictures.map { Self.area(of: $0[0]) }
        columns = (areas.map(\.columns.lowerBound).min() ?? 0)..<(areas.map(\.columns.upperBound).max() ?? 0)
        rows = (areas.map(\.rows.lowerBound).min() ?? 0)..<(areas.map(\.rows.upperBound).max() ?? 0)
        for (lines, step) in zip(pictures, canvases) {
            // The second line is the ground, which the film has once.
            let elements = lines[2...].dropLast() + [caption(step.caption)]
            if steps.last?.elements == Array(elements) {
                steps[steps.count - 1].milliseconds += step.milliseconds
            } else {
                steps.append(Step(elements: Array(elements), milliseconds: step.milliseconds))
            }
        }
    }

    /// The part of a screen that a picture shows, in points of SVG.
    private static func area(of head: String) -> (columns: Range<Int>, rows: Range<Int>) {
        let numbers = { (pattern: Regex<(Substring, Substring, Substring)>) in
            head.firstMatch(of: pattern).map { (Int($0.1) ?? 0, Int($0.2) ?? 0) } ?? (0, 0)
        }
        let (left, top) = numbers(#/viewBox="(\d+) (\d+) /#)
        let (width, height) = numbers(#/width="(\d+)" height="(\d+)"/#)
        return (left..<left + width, top..<top + height)
    }

    private func caption(_ text: String) -> String {
        let text = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        return
            #"<text x="\#(columns.lowerBound + 8)" y="\#(rows.upperBound + 14)" fill="\#(isDark ? "#9aa5b1" : "#556070")">\#(text)</text>"#
    }

    private var milliseconds: Int { steps.map(\.milliseconds).reduce(0, +) }

    /// The film as one SVG that plays again and again.
    var svg: String {
        let (width, height) = (columns.count, rows.count + 24)
        let head = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
            viewBox="\(columns.lowerBound) \(rows.lowerBound) \(width) \(height)" \
            font-family="ui-monospace, Menlo, DejaVu Sans Mono, monospace" font-size="15">
            <rect x="\(columns.lowerBound)" y="\(rows.lowerBound)" width="100%" height="100%" rx="6" fill="\(ground)"/>
            """
        let groups = groups
        var names: [Set<Int>: String] = [:]
        var styles: [String] = []
        for places in groups.map(\.places) where places.count < steps.count && names[places] == nil {
            let name = "k\(names.count)"
            names[places] = name
            styles.append(
                ".\(name){\(places.contains(0) ? "" : "visibility:hidden;")"
                    + "animation:\(name) \(milliseconds)ms step-end infinite}@keyframes \(name){\(keyframes(places))}")
        }
        styles.append("@media (prefers-reduced-motion:reduce){g{animation:none!important}}")
        let body = groups.flatMap { group in
            names[group.places].map { ["<g class=\"\($0)\">"] + group.elements + ["</g>"] } ?? group.elements
        }
        return ([head, "<style>"] + styles + ["</style>"] + body + ["</svg>", ""]).joined(separator: "\n")
    }

    /// When something that some of the screens have appears and disappears.
    private func keyframes(_ places: Set<Int>) -> String {
        var (text, start) = ("", 0)
        for (place, step) in steps.enumerated() {
            if place == 0 || places.contains(place) != places.contains(place - 1) {
                let percent = Double(start * 100_000 / max(1, milliseconds)) / 1_000
                text += "\(percent)%{visibility:\(places.contains(place) ? "visible" : "hidden")}"
            }
            start += step.milliseconds
        }
        return text
    }

    /// The elements of all screens, each once: areas below lines, and lines below words.
    private var groups: [Group] {
        var places: [String: Set<Int>] = [:]
        var layers: [[String]] = Array(repeating: [], count: 8)
        for (place, step) in steps.enumerated() {
            for element in step.elements {
                if places[element] == nil { layers[Self.layer(of: element)].append(element) }
                places[element, default: []].insert(place)
            }
        }
        return layers.flatMap { elements in
            var groups: [Group] = []
            for element in elements {
                let seen = places[element] ?? []
                if let place = groups.firstIndex(where: { $0.places == seen }) {
                    groups[place].elements.append(element)
                } else {
                    groups.append(Group(places: seen, elements: [element]))
                }
            }
            return groups
        }
    }

    private static func layer(of element: String) -> Int {
        if element.hasPrefix("<rect") { return 7 }
        if element.hasPrefix("<text") { return 6 }
        if element.contains("stroke-linecap") { return 5 }
        if element.contains("stroke-width") { return 4 }
        if element.contains("stroke=") { return 3 }
        // The background of a character is as high as a cell.
        return element.firstMatch(of: /d="(?:M\d+ \d+h\d+v18H\d+z)+"/) == nil ? 2 : 1
    }
}
