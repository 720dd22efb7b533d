import CycleDrivers
import CycleScreens

struct PaletteSample: Sample {
    static let title = "Command palette"
    static let source = #filePath

    enum Action: String { case open, save, saveAs, close, palette }

    /// One table for what keys do, for the help below, and for the palette.
    static let keys = KeyBindings<Action>(
        .init(.control("o"), .open, "open a file"), .init(.control("s"), .save, "save"),
        .init(.function(12), .saveAs, "save under another name"), .init("x", .close, "close"),
        .init(.control("p"), .palette, "all commands"))

    var palette: CommandPalette<Action>? = CommandPalette(keys)
    var last: Action?

    var view: View {
        View.column {
            "\("last: ", .muted)\(last?.rawValue ?? "none")"
            View.spacer
            View.help(Self.keys.help())
        }.dialog(palette, title: "Commands")
    }

    mutating func handle(_ input: Input) -> Outcome {
        guard let answer = input.answer(of: &palette) else { return perform(Self.keys.action(for: input)) }
        if case .submitted(let palette) = answer { return perform(palette.chosen) }
        return .changed
    }

    private mutating func perform(_ action: Action?) -> Outcome {
        guard let action else { return .ignored }
        if action == .palette { palette = CommandPalette(Self.keys) } else { last = action }
        return .changed
    }
}
