/// The characters of a border, each of one cell.
public struct ScreenBorder: Hashable, Sendable {
    /// The upper side.
    public var horizontal: Unicode.Scalar
    /// The left side.
    public var vertical: Unicode.Scalar
    /// The corner where the upper and the left side meet.
    public var topLeft: Unicode.Scalar
    /// The corner where the upper and the right side meet.
    public var topRight: Unicode.Scalar
    /// The corner where the lower and the left side meet.
    public var bottomLeft: Unicode.Scalar
    /// The corner where the lower and the right side meet.
    public var bottomRight: Unicode.Scalar
    /// The lower side.
    public var bottom: Unicode.Scalar
    /// The right side.
    public var right: Unicode.Scalar

    /// A border of these characters.
    ///
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

    /// Thin, with square corners.
    public static let line = ScreenBorder("─", "│", corners: "┌┐└┘")
    /// Thin, with round corners.
    public static let round = ScreenBorder("─", "│", corners: "╭╮╰╯")
    /// Thick.
    public static let heavy = ScreenBorder("━", "┃", corners: "┏┓┗┛")
    /// Two thin lines.
    public static let double = ScreenBorder("═", "║", corners: "╔╗╚╝")
    /// Thin and broken.
    public static let dashed = ScreenBorder("┄", "┆", corners: "┌┐└┘")
    /// For terminals without lines.
    public static let ascii = ScreenBorder("-", "|", corners: "++++")
    /// Whole cells.
    public static let block = ScreenBorder("█", "█", corners: "████")
    /// Half a cell thick, around a background.
    public static let outerHalf = ScreenBorder("▀", "▌", corners: "▛▜▙▟", bottom: "▄", right: "▐")
    /// Half a cell thick, next to what is inside.
    public static let innerHalf = ScreenBorder("▄", "▐", corners: "▗▖▝▘", bottom: "▀", right: "▌")
    /// Blanks: room for one that comes and goes.
    public static let blank = ScreenBorder(" ", " ", corners: "")

    /// Sides of a border.
    public struct Sides: OptionSet, Hashable, Sendable, Codable {
        /// A bit for each side.
        public let rawValue: UInt8

        /// The sides of these bits.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// The upper side.
        public static let top = Sides(rawValue: 1)
        /// The left side.
        public static let left = Sides(rawValue: 2)
        /// The lower side.
        public static let bottom = Sides(rawValue: 4)
        /// The right side.
        public static let right = Sides(rawValue: 8)
        /// All four.
        public static let all: Sides = [.top, .left, .bottom, .right]
    }
}
