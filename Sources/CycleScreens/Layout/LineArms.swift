/// Lines of box drawing by their arms: up 1, down 2, left 4, right 8.
struct LineArms: Hashable {
    enum Weight: Int, CaseIterable {
        case light, heavy, double
    }

    var weight: Weight
    /// At least one.
    var arms: Int

    private static let sets = ["╵╷│╴┘┐┤╶└┌├─┴┬┼", "╹╻┃╸┛┓┫╺┗┏┣━┻┳╋", "  ║ ╝╗╣ ╚╔╠═╩╦╬"].map { Array($0.unicodeScalars) }
    private static let round: [Unicode.Scalar: Unicode.Scalar] = ["╭": "┌", "╮": "┐", "╰": "└", "╯": "┘"]

    /// The arms of a line of that weight; `nil` for any other scalar.
    private init?(_ scalar: Unicode.Scalar, _ weight: Weight) {
        guard scalar != " ", let place = LineArms.sets[weight.rawValue].firstIndex(of: scalar) else { return nil }
        self.weight = weight
        arms = place + 1
    }

    /// `nil` for what is no line, or has arms of several weights. A round corner is a light one.
    init?(_ scalar: Unicode.Scalar) {
        guard (0x2500...0x257f).contains(scalar.value) else { return nil }
        let scalar = LineArms.round[scalar] ?? scalar
        guard let found = Weight.allCases.lazy.compactMap({ LineArms(scalar, $0) }).first else { return nil }
        self = found
    }

    static func isRound(_ scalar: Unicode.Scalar) -> Bool { round[scalar] != nil }

    /// The character with the arms of both; `nil` if they are not of one kind.
    static func joint(_ one: Character, _ other: Character) -> Unicode.Scalar? {
        guard let one = one.unicodeScalars.first.flatMap({ LineArms($0) }),
            let other = other.unicodeScalars.first.flatMap({ LineArms($0) }), one.weight == other.weight
        else { return nil }
        return sets[one.weight.rawValue][(one.arms | other.arms) - 1]
    }
}
