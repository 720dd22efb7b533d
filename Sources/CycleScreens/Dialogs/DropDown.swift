import CycleDrivers

/// One of several things, of which the chosen one alone is seen until it is opened.
///
///     var color = DropDown(from: ["red", "green", "blue"], chosen: "red")
///
///     color.view.region(Place.color, in: focus)
///     if color.handle(input.at(Place.color)) == .submitted { paint(color.chosen) }
///
/// Enter, a blank, Up, Down and a press open it; Enter, a blank and a press choose, Escape, Tab and a press elsewhere leave it as
/// it was. A letter goes to the next option that begins with it.
public struct DropDown<Option: Hashable & Sendable>: Component, Hashable, Sendable {
    /// From top to bottom; each is shown by its description.
    public var options: [Option]
    /// The chosen option; `nil` for none.
    public var chosen: Option?
    /// Shown while nothing is chosen.
    public var placeholder: String
    /// How many options are seen at once.
    public var height: Int
    /// Whether the options are seen.
    public private(set) var isOpen = false
    private var list = ListState<Int>()

    /// - Parameters:
    ///   - options: From top to bottom; each is shown by its description.
    ///   - chosen: The chosen one.
    ///   - placeholder: Shown while nothing is chosen.
    ///   - height: How many options are seen at once.
    public init(from options: [Option], chosen: Option? = nil, placeholder: String = "choose", height: Int = 8) {
        self.options = options
        self.chosen = chosen
        self.placeholder = placeholder
        self.height = max(1, height)
    }

    private enum Part: Hashable { case list }

    // MARK: Input

    /// See the keys above. `submitted` when an option was chosen.
    public mutating func handle(_ input: ScreenInput) -> Outcome {
        guard !options.isEmpty else { return .ignored }
        if input.key?.character != nil, input.key != " " { return jump(by: input) }
        return isOpen ? handleOpen(input) : open(by: input)
    }

    /// Leaves it as it was: for a program that takes the focus away while it is open.
    public mutating func close() { isOpen = false }

    private mutating func open(by input: ScreenInput) -> Outcome {
        guard input.opens else { return .ignored }
        isOpen = true
        select(chosen.flatMap { options.firstIndex(of: $0) } ?? 0)
        return .changed
    }

    private mutating func handleOpen(_ input: ScreenInput) -> Outcome {
        let inner = input.at(Part.list)
        if input.key == .enter || input.key == " " { return choose() }
        if let outcome = input.closing(inner) {
            isOpen = false
            return outcome
        }
        let outcome = list.handle(inner, rows: options.indices, id: \.self, keys: ListCommand.keysBesideTyping)
        return inner.isPressedHere && inner.hit(ScrollBar.self) == nil && outcome != .ignored ? choose() : outcome
    }

    private mutating func choose() -> Outcome {
        isOpen = false
        chosen = list.element(in: options.indices, id: \.self).map { options[$0] } ?? chosen
        return .submitted
    }

    private mutating func select(_ index: Int) {
        list.select(position: index, in: options.indices, id: \.self)
    }

    /// Goes to the next option that begins with a letter, round the end.
    private mutating func jump(by input: ScreenInput) -> Outcome {
        if !isOpen {
            list.selected = nil
            if let index = chosen.flatMap({ options.firstIndex(of: $0) }) { select(index) }
        }
        let outcome = list.jump(by: input, rows: options.indices, id: \.self, text: label)
        // While it is open it takes every letter.
        return isOpen ? .changed : outcome == .changed ? choose() : .ignored
    }

    // MARK: View

    private func label(_ index: Int) -> String { "\(options[index])" }

    private var width: Int {
        options.indices.reduce(ConsoleDriver.CharacterWidth.of(placeholder)) {
            max($0, ConsoleDriver.CharacterWidth.of(label($1)))
        }
    }

    /// The chosen option, in the shape of a field; below it all options, while it is open.
    public var view: ScreenView { view(FieldFrame()) }

    func view(_ frame: FieldFrame) -> ScreenView {
        let text = chosen.map { StyledText("\($0)") } ?? StyledText(placeholder, .muted)
        return .opener(text, width: width, frame, open: isOpen ? menu : nil)
    }

    private var menu: ScreenView {
        list.view(of: options.indices, id: \.self, hasScrollBar: true) { index, row in
            .text(row.pointer + StyledText(label(index)), overflow: .ellipsis)
        }.width(width + 3).height(min(height, options.count)).region(Part.list).raisedWithFocus().fitting
    }
}

extension DropDown: Codable where Option: Codable {}
