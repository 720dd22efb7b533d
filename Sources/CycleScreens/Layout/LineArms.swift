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

    /// Whether it is a line to the left and right, and nothing else.
    var isHorizontal: Bool { arms == 12 }

    static func isRound(_ scalar: Unicode.Scalar) -> Bool { round[scalar] != nil }

    /// The character with the arms of both, which is the first where it has those of the other; `nil` if they are not of one kind.
    static func joint(_ one: Character, _ other: Character) -> Unicode.Scalar? {
        guard let scalar = one.unicodeScalars.first, let one = LineArms(scalar),
            let other = other.unicodeScalars.first.flatMap({ LineArms($0) }), one.weight == other.weight
        else { return nil }
        let arms = one.arms | other.arms
        return arms == one.arms ? scalar : sets[one.weight.rawValue][arms - 1]
    }

    /// A line without one of its arms, where another line meets it there; `nil` for a line that goes straight on.
    static func corner(_ line: Character, without arm: Character) -> Unicode.Scalar? {
        guard let own = line.unicodeScalars.first.flatMap({ LineArms($0) }),
            let arm = arm.unicodeScalars.first.flatMap({ LineArms($0) })
        else { return nil }
        let rest = own.arms & ~arm.arms
        let isStraight = own.arms & (arm.arms | 3) == own.arms || own.arms & (arm.arms | 12) == own.arms
        return isStraight || rest == 0 ? nil : sets[own.weight.rawValue][rest - 1]
    }
}
