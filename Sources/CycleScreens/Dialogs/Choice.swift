import CycleDrivers

/// One of several things to choose, or several of them; typing looks for those that are meant.
///
///     var color = Choice("Colour", from: ["red", "green", "blue"])
///     if color.handle(input) == .submitted { paint(color.chosen) }
public struct Choice<Option: Hashable & Sendable>: Component, Hashable, Sendable {
    /// Above the options.
    public var question: String
    /// In the order in which they are shown while nothing is typed.
    public let options: [Option]
    /// The selection and the marks, by the places of options.
    public private(set) var list: ListState<Int>
    /// The field with the text to find.
    public private(set) var field = TextInput(placeholder: "type to find")
    /// How many rows of options are visible at once.
    public var height: Int
    private var matches: [Int]?

    /// - Parameters:
    ///   - question: Above the options.
    ///   - options: From top to bottom; each is shown by its description.
    ///   - chosen: The options that are selected or marked at first, no more than the limit.
    ///   - limit: How many may be chosen.
    ///   - height: How many rows of options are visible at once.
    public init(
        _ question: String = "", from options: [Option], chosen: Set<Option> = [], limit: Int = 1, height: Int = 10
    ) {
        self.question = question
        self.options = options
        self.height = max(1, height)
        let places = options.indices.filter { chosen.contains(options[$0]) }
        list = ListState(selected: places.first ?? options.indices.first, markLimit: limit > 1 ? limit : 0)
        list.marked = Set(places.prefix(list.markLimit))
    }

    private var isMultiple: Bool { list.markLimit > 0 }
    private var rows: [Int] { matches?.filter(options.indices.contains) ?? Array(options.indices) }

    /// The chosen options, in their order: the marked ones, or the selected one.
    public var chosen: [Option] {
        if isMultiple { return options.indices.filter(list.marked.contains).map { options[$0] } }
        return list.element(in: rows, id: \.self).map { [options[$0]] } ?? []
    }

    /// Selects an option.
    public mutating func select(_ option: Option) {
        if let index = options.firstIndex(of: option) { list.select(position: index, in: rows, id: \.self) }
    }

    /// Typing looks for options, a blank marks one of several, Enter submits.
    public mutating func handle(_ input: ScreenInput) -> Outcome {
        let input = input.typed
        if isMultiple, input.key == " " || input.key == .tab {
            return list.handle(ScreenInput(" "), rows: rows, id: \.self)
        }
        let outcome = list.handle(input.at(0), rows: rows, id: \.self, keys: ListCommand.keysBesideTyping)
        if outcome == .submitted { return isMultiple || !rows.isEmpty ? .submitted : .changed }
        return outcome.otherwise { search(input) }
    }

    private mutating func search(_ input: ScreenInput) -> Outcome {
        if input.key == .escape, !field.text.isEmpty {
            field.text = ""
        } else {
            let outcome = field.handle(input)
            guard outcome == .changed else { return outcome == .submitted ? .changed : outcome }
        }
        let pattern = FuzzyPattern(field.text)
        matches =
            field.text.isEmpty
            ? nil
            : options.indices.compactMap { index in pattern.match(in: "\(options[index])").map { (index, $0.score) } }
                .sorted { $0.1 > $1.1 }.map(\.0)
        if !field.text.isEmpty { list.select(position: 0, in: rows, id: \.self) }
        return .changed
    }

    /// The question above the options that match.
    public var view: ScreenView {
        let pattern = FuzzyPattern(field.text)
        return .column {
            if !question.isEmpty { "\(question, .bold)  \(field.text.isEmpty ? "" : "/" + field.text, .muted)" }
            list.view(of: rows, id: \.self, empty: "nothing matches", hasScrollBar: true) { index, row in
                let text = pattern.highlighted("\(options[index])", row.match)
                return .text(row.pointer + text, overflow: .ellipsis)
            }.height(min(height, max(1, options.count))).region(0)
        }
    }
}

extension Choice: Codable where Option: Codable {}
