public import CycleDrivers

/// A key and its action, in a word.
public struct KeyHelp: Hashable, Sendable {
    /// As they are shown: `^s`, `enter`, `↑`.
    public var keys: String
    /// The effect of the keys, in a word or two.
    public var text: String

    /// Keys, of which two at most are shown, and what they do.
    public init(_ keys: [ConsoleDriver.Key], _ text: String) {
        self.keys = keys.prefix(2).map(\.symbol).joined(separator: "/")
        self.text = text
    }
}

extension ScreenView {
    /// Keys with what they do: on one row as many as fit, then `…`. It grows: a spacer beside it takes half of its room. A
    /// panel that fits what is in it is wide enough for all. Nothing in plain text. A ``HelpBar`` shows all of them on `?`.
    public static func help(_ keys: [KeyHelp]) -> ScreenView { help(keys, " ", StyledText("…", .muted)) }

    /// The same, one after the other.
    public static func help(_ keys: KeyHelp...) -> ScreenView { help(keys) }

    /// - Parameters:
    ///   - keys: As many are shown as fit.
    ///   - gap: Stands behind them, where there are more.
    ///   - rest: Stands for those that do not fit.
    static func help(_ keys: [KeyHelp], _ gap: StyledText, _ rest: StyledText) -> ScreenView {
        .sized(measuring: { available, look in
            .init(columns: helpLine(keys, gap, rest, available.columns, look.theme.help).width, rows: 1)
        }) { space in
            space.isPlain ? .empty : .text(helpLine(keys, gap, rest, space.columns, space.theme.help))
        }.height(1)
    }

    /// As many keys as fit into so many columns.
    private static func helpLine(
        _ keys: [KeyHelp], _ gap: StyledText, _ rest: StyledText, _ columns: Int, _ styles: ScreenTheme.Help
    ) -> StyledText {
        var line = StyledText()
        var width = 0
        for (index, key) in keys.enumerated() {
            let separator = index == 0 ? "" : styles.separator
            let piece: StyledText = "\(separator, styles.text)\(key.keys, styles.key) \(key.text, styles.text)"
            let own = piece.width
            let isLast = index == keys.count - 1
            guard width + own + (isLast ? 0 : gap.width + rest.width) <= columns else {
                return index == 0 ? rest : line + gap + rest
            }
            line += piece
            width += own
        }
        return line
    }

    /// All keys, in as many columns as fit, of which none is cut but the only one. It is as high as all of them need.
    public static func fullHelp(_ keys: [KeyHelp]) -> ScreenView {
        .sized(fitting: { available in
            let rows =
                (1...max(1, keys.count)).first { HelpColumns(keys, rows: $0).width <= available.columns } ?? keys.count
            return .init(
                columns: min(available.columns, HelpColumns(keys, rows: rows).width), rows: min(available.rows, rows))
        }) { space in
            let columns = HelpColumns(keys, rows: max(1, space.rows)).fitting(space.columns)
            let styles = space.theme.help
            return .row(spacing: 3) {
                for column in columns {
                    let width = HelpColumns.keyWidth(of: column)
                    ScreenView.column {
                        for key in column {
                            ScreenView.row(spacing: 1) {
                                ScreenView.text(key.keys, styles.key).width(width)
                                ScreenView.text(key.text, styles.text)
                            }
                        }
                    }
                }
            }
        }.height(.fit)
    }
}

/// Keys in columns of so many rows.
private struct HelpColumns {
    let columns: [ArraySlice<KeyHelp>]

    init(_ keys: [KeyHelp], rows: Int) {
        columns = stride(from: 0, to: keys.count, by: rows).map { keys[$0..<min($0 + rows, keys.count)] }
    }

    /// How wide all of them are.
    var width: Int { columns.reduce(-3) { $0 + 3 + Self.width(of: $1) } }

    /// As many as fit, but for the first.
    func fitting(_ available: Int) -> ArraySlice<ArraySlice<KeyHelp>> {
        var end = -3
        let count = columns.prefix { column in
            end += 3 + Self.width(of: column)
            return end <= available
        }.count
        return columns.prefix(max(1, count))
    }

    private static func width(of column: ArraySlice<KeyHelp>) -> Int {
        keyWidth(of: column) + 1 + (column.map { ConsoleDriver.CharacterWidth.of($0.text) }.max() ?? 0)
    }

    static func keyWidth(of keys: ArraySlice<KeyHelp>) -> Int {
        keys.map { ConsoleDriver.CharacterWidth.of($0.keys) }.max() ?? 0
    }
}
