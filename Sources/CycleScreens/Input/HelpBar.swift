import CycleDrivers

/// The keys of a screen on one row, and all of them above it after `?`.
///
///     var help = HelpBar()
///
///     help.view(Self.keys.help()).region(Place.help)
///     handleOthers(input).otherwise { help.handle(input) }
///
/// Where not all keys fit, the row ends in `? more`.
public struct HelpBar: Hashable, Codable, Sendable {
    /// Whether all keys are shown.
    public var isOpen = false

    /// A bar that is not open.
    public init() {}

    /// `?` opens it and closes it, and so does a press on it; Escape closes it.
    public mutating func handle(_ input: ScreenInput) -> Outcome {
        switch input.key {
        case "?": isOpen.toggle()
        case .escape where isOpen: isOpen = false
        case nil where input.pressed(Part.self) != nil: isOpen.toggle()
        default: return .ignored
        }
        return .changed
    }

    private enum Part: Hashable { case bar }

    /// The row of keys; in plain text nothing.
    public func view(_ keys: [KeyHelp]) -> ScreenView {
        .themed { theme in
            let gap = StyledText(theme.help.separator, theme.help.text)
            let rest: StyledText = "\("?", theme.help.key) \(isOpen ? "less" : "more", theme.help.text)"
            let all = ScreenView.fullHelp(keys).padding(0, 1).raised(title: "Keys").fitting
            return ScreenView.help(keys, gap, rest).region(Part.bar).popup(isOpen ? all : nil).decoration
        }.height(1)
    }
}
