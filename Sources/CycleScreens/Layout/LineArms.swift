/// Lines of box drawing by their arms: up 1, down 2, left 4, right 8.
struct LineArms: Hashable {
    enum Weight: Int {
        case light, heavy, double
    }

    var weight: Weight
    /// At least one.
    var arms: Int

    private static let sets = ["╵╷│╴┘┐┤╶└┌├─┴┬┼", "╹╻┃╸┛┓┫╺┗┏┣━┻┳╋", "  ║ ╝╗╣ ╚╔╠═╩╦╬"].map { Array($0.unicodeScalars) }
    private static let round: [Unicode.Scalar: Unicode.Scalar] = ["╭": "┌", "╮": "┐", "╰": "└", "╯": "┘"]

    /// For each of the 128 scalars of box drawing 16 times the weight and the arms, or 0: each cell of a common border is looked up.
    private static let codes: [UInt8] = {
        var codes = [UInt8](repeating: 0, count: 128)
        for (weight, scalars) in sets.enumerated() {
            for (place, scalar) in scalars.enumerated() where scalar != " " {
                codes[Int(scalar.value) - 0x2500] = UInt8(16 * weight + place + 1)
            }
        }
        for (corner, scalar) in round { codes[Int(corner.value) - 0x2500] = codes[Int(scalar.value) - 0x2500] }
        return codes
    }()

    /// `nil` for what is no line, or has arms of several weights. A round corner is a light one.
    init?(_ scalar: Unicode.Scalar) {
        guard scalar.value >= 0x2500, scalar.value < 0x2580 else { return nil }
        let code = Int(Self.codes[Int(scalar.value) - 0x2500])
        guard code > 0, let weight = Weight(rawValue: code >> 4) else { return nil }
        (self.weight, arms) = (weight, code & 15)
    }

    /// Whether it is a line to the left and right, and nothing else.
    var isHorizontal: Bool { arms == 12 }

    static func isRound(_ scalar: Unicode.Scalar) -> Bool { round[scalar] != nil }

    /// The line with the arms of both, which is the first where it has those of the other; `nil` if they are not of one kind.
    static func joint(_ scalar: Unicode.Scalar, _ other: Unicode.Scalar) -> Unicode.Scalar? {
        guard let one = LineArms(scalar), let other = LineArms(other), one.weight == other.weight else { return nil }
        let arms = one.arms | other.arms
        return arms == one.arms ? scalar : sets[one.weight.rawValue][arms - 1]
    }

    /// A line without one of its arms, where another line meets it there; `nil` for a line that goes straight on.
    static func corner(_ line: Unicode.Scalar, without arm: Unicode.Scalar) -> Unicode.Scalar? {
        guard let own = LineArms(line), let arm = LineArms(arm) else { return nil }
        let rest = own.arms & ~arm.arms
        let isStraight = own.arms & (arm.arms | 3) == own.arms || own.arms & (arm.arms | 12) == own.arms
        return isStraight || rest == 0 ? nil : sets[own.weight.rawValue][rest - 1]
    }
}
