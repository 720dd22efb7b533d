/// The form of a text: `9` is a digit, `a` a letter, `*` either. Every other character stands for itself, as does the one
/// behind a `\`.
struct TextPattern {
    private enum Place {
        case digit, letter, either
        case own(Character)

        var own: Character? { if case .own(let own) = self { own } else { nil } }

        func takes(_ character: Character) -> Bool {
            switch self {
            case .digit: character.isASCII && character.isNumber
            case .letter: character.isLetter
            case .either: character.isLetter || character.isASCII && character.isNumber
            case .own(let own): own == character
            }
        }
    }

    private let places: [Place]

    init(_ text: String) {
        var places: [Place] = []
        var isOwn = false
        for character in text {
            switch character {
            case "\\" where !isOwn:
                isOwn = true
                continue
            case "9" where !isOwn: places.append(.digit)
            case "a" where !isOwn: places.append(.letter)
            case "*" where !isOwn: places.append(.either)
            default: places.append(.own(character))
            }
            isOwn = false
        }
        self.places = places
    }

    /// A text as it is typed into the pattern: what does not fit is left out, and what stands for itself put in before what
    /// follows it. Not behind it: it could not be removed.
    func shaped(_ text: String) -> String {
        var (result, rest) = ("", places[...])
        for character in text {
            // A character that stands for itself may be typed, too.
            var (next, passed) = (rest, "")
            while case .own(let own)? = next.first, own != character {
                passed.append(own)
                next.removeFirst()
            }
            guard next.popFirst()?.takes(character) == true else { continue }
            (rest, result) = (next, result + passed + String(character))
        }
        return result
    }

    /// Whether all is there, but for what stands for itself at the end.
    func matches(_ text: String) -> Bool {
        text.count <= places.count && zip(places, text).allSatisfy { $0.takes($1) }
            && places.dropFirst(text.count).allSatisfy { $0.own != nil }
    }

    /// The part that is not typed yet, with `_` for each character.
    func rest(after text: String) -> String { String(places.dropFirst(text.count).map { $0.own ?? "_" }) }
}
