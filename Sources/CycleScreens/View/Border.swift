/// The characters of a border, each of one cell.
public struct ScreenBorder: Hashable, Sendable {
    public var horizontal: Unicode.Scalar
    public var vertical: Unicode.Scalar
    public var topLeft: Unicode.Scalar
    public var topRight: Unicode.Scalar
    public var bottomLeft: Unicode.Scalar
    public var bottomRight: Unicode.Scalar
    /// The other two sides, where they differ.
    public var bottom: Unicode.Scalar
    public var right: Unicode.Scalar

    /// - Parameters:
    ///   - horizontal: The character of the upper side, and of the lower unless `bottom` is given.
    ///   - vertical: The character of the left side, and of the right unless `right` is given.
    ///   - corners: Four characters: top left, top right, bottom left, bottom right. A missing one is a blank.
    ///   - bottom: The character of the lower side.
    ///   - right: The character of the right side.
    public init(
        _ horizontal: Unicode.Scalar, _ vertical: Unicode.Scalar, corners: String, bottom: Unicode.Scalar? = nil,
        right: Unicode.Scalar? = nil
    ) {
        let scalars = Array(corners.unicodeScalars) + Array(repeating: " ", count: 4)
        self.horizontal = horizontal
        self.vertical = vertical
        (topLeft, topRight, bottomLeft, bottomRight) = (scalars[0], scalars[1], scalars[2], scalars[3])
        self.bottom = bottom ?? horizontal
        self.right = right ?? vertical
    }

    public static let line = ScreenBorder("─", "│", corners: "┌┐└┘")
    public static let round = ScreenBorder("─", "│", corners: "╭╮╰╯")
    public static let heavy = ScreenBorder("━", "┃", corners: "┏┓┗┛")
    public static let double = ScreenBorder("═", "║", corners: "╔╗╚╝")
    public static let dashed = ScreenBorder("┄", "┆", corners: "┌┐└┘")
    public static let ascii = ScreenBorder("-", "|", corners: "++++")
    public static let block = ScreenBorder("█", "█", corners: "████")
    /// Half a cell thick, around a background.
    public static let outerHalf = ScreenBorder("▀", "▌", corners: "▛▜▙▟", bottom: "▄", right: "▐")
    public static let innerHalf = ScreenBorder("▄", "▐", corners: "▗▖▝▘", bottom: "▀", right: "▌")
    /// Blanks: room for one that comes and goes.
    public static let blank = ScreenBorder(" ", " ", corners: "")

    /// Sides of a border.
    public struct Sides: OptionSet, Hashable, Sendable, Codable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        public static let top = Sides(rawValue: 1)
        public static let left = Sides(rawValue: 2)
        public static let bottom = Sides(rawValue: 4)
        public static let right = Sides(rawValue: 8)
        public static let all: Sides = [.top, .left, .bottom, .right]
    }
}

/// A border as it stands around a view.
struct BorderLook {
    var border: ScreenBorder
    var sides: ScreenBorder.Sides
    var title: StyledText
    var titleAlignment: ScreenAlignment
    var footer: StyledText
    var style: ScreenView.Style

    var insets: Insets {
        Insets(
            top: sides.contains(.top) ? 1 : 0, left: sides.contains(.left) ? 1 : 0,
            bottom: sides.contains(.bottom) ? 1 : 0, right: sides.contains(.right) ? 1 : 0)
    }
}

/// Cells between a view and what is in it.
struct Insets: Hashable {
    var top = 0
    var left = 0
    var bottom = 0
    var right = 0

    var columns: Int { left + right }
    var rows: Int { top + bottom }
}
