import CycleBase

/// The abilities of a terminal, by the variables of the environment. A terminal is sent no question that it might print.
package struct TerminalAbilities: Hashable, Sendable {
    package enum Colors: Int, Hashable, Sendable, Comparable {
        case none, sixteen, indexed, all

        package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    }

    /// How a message for the user's desktop is sent: by the number of the command, or not at all.
    package enum Notices: Hashable, Sendable { case bell, osc9, osc777, osc99 }

    /// Whether anything can be drawn: not where there is no terminal kind, or a dumb one, or one that is read aloud.
    var isCapable = true
    /// Whether lines keep their colours in a pipe or file.
    var colorsPipes = false
    package var colors = Colors.all
    /// Curly underlines and their like, lines above, colours of underlines.
    var hasUnderlines = true
    package var hasLinks = true
    var hasClipboard = true
    package var notices = Notices.osc99
    /// Whether the program may request its background: some print what they do not know.
    package var answers = true
    /// The background of the text; dark until it is known.
    package var background = ConsoleDriver.Background.dark
    /// Whether the environment or the terminal itself has reported it.
    var isBackgroundKnown = false

    package static let all = TerminalAbilities()

    package init() {}

    /// - Parameter environment: By default that of the process, of which no dictionary is made: it would cost a start more than
    ///   all that is looked up.
    package init(environment: [String: String]?) {
        if let environment { self.init { environment[$0] } } else { self.init(variable: variable) }
    }

    private init(variable: (String) -> String?) {
        // To a screen reader a line that is printed says more than one that is redrawn.
        let accessible = variable("ACCESSIBLE")
        let isRead = TerminalAbilities.isSet(accessible) && accessible != "0" && accessible != "false"
        let kind = TerminalKind(variable("TERM") ?? "")
        isCapable = !kind.isDumb && !isRead
        colorsPipes = TerminalAbilities.isForced(variable)
        let isPlain = kind.isOld && variable("TMUX") == nil
        colors = TerminalAbilities.colors(kind, variable)
        hasLinks = !isPlain
        hasClipboard = !isPlain
        answers = !isPlain
        notices = TerminalAbilities.notices(kind, variable)
        // Such as `15;0` or `0;default;15`, as rxvt and Konsole set it.
        if let index = variable("COLORFGBG")?.split(separator: ";").last.flatMap({ Int(digits: $0) }) {
            isBackgroundKnown = true
            background = index == 7 || index > 8 ? .light : .dark
        }
        hasUnderlines = !isPlain && variable("TERM_PROGRAM") != "Apple_Terminal"
    }

    /// A terminal inherits the variables of the one that it was started from, but for `TERM` and `TERM_PROGRAM`; tmux hands none of
    /// the commands on, and shows the bell in the name of the window.
    private static func notices(_ kind: TerminalKind, _ variable: (String) -> String?) -> Notices {
        guard variable("TMUX") == nil, variable("STY") == nil else { return .bell }
        if kind.has("kitty") { return .osc99 }
        if kind.has("foot") || kind.has("ghostty") || kind.has("wezterm") { return .osc777 }
        return switch variable("TERM_PROGRAM") {
        case "ghostty", "WezTerm": .osc777
        case "iTerm.app": .osc9
        default: .bell
        }
    }

    private static func colors(_ kind: TerminalKind, _ variable: (String) -> String?) -> Colors {
        // no-color.org: set to anything but the empty string. bixense.com/clicolors: 0 switches off.
        let isForced = isForced(variable)
        if isSet(variable("NO_COLOR")) || variable("CLICOLOR") == "0" && !isForced { return .none }
        let base = kind.colors
        let term = variable("COLORTERM")
        guard base < .all, base > .none, kind.name != "linux", term == "truecolor" || term == "24bit" else {
            return isForced ? max(base, .sixteen) : base
        }
        return .all
    }

    private static func isSet(_ value: String?) -> Bool { !(value ?? "").isEmpty }

    /// Whether colours are wanted wherever the output goes.
    private static func isForced(_ variable: (String) -> String?) -> Bool {
        let forced = variable("CLICOLOR_FORCE")
        return isSet(forced) && forced != "0" && !isSet(variable("NO_COLOR"))
    }

    /// The same as far as it can be shown.
    func reduced(_ style: ConsoleDriver.Style) -> ConsoleDriver.Style {
        var style = style
        if style.isAdaptive || style.hasTokens {
            style.foreground = style.foreground.on(background)
            style.background = style.background.on(background)
        }
        if colors < .all {
            let wanted = style
            style.foreground = style.foreground.reduced(to: colors)
            style.background = style.background.reduced(to: colors)
            if colors == .sixteen, style.foreground != wanted.foreground { tellApart(&style, wanted) }
        }
        if !hasUnderlines {
            if style.underline != .none { style.underline = .single }
            style.attributes.remove(.overline)
        }
        return style
    }

    /// Shows a foreground that has become the colour of its ground by another one, unless it was to be unseen.
    private func tellApart(_ style: inout ConsoleDriver.Style, _ wanted: ConsoleDriver.Style) {
        guard wanted.foreground != wanted.background else { return }
        let isUnseen =
            style.background == .standard
            ? style.foreground.isGround(of: background) : style.foreground == style.background
        if isUnseen { style.foreground = style.background.neighbor(on: background) }
    }

    func reduced(_ extra: CellExtra) -> CellExtra {
        CellExtra(
            underlineColor: hasUnderlines ? extra.underlineColor.on(background).reduced(to: colors) : .standard,
            link: hasLinks ? extra.link : nil)
    }
}
