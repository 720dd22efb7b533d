public import CycleDrivers

/// Looks for a piece of text; small letters stand for capital ones, too, unless there is a capital one.
struct TextSearch {
    private let wanted: [Character]
    private let isExact: Bool
    private let bytes: [UInt8]?

    init(_ piece: String) {
        isExact = piece.contains(where: \.isUppercase)
        wanted = Array(piece)
        bytes = piece.utf8.allSatisfy { $0 < 0x80 } ? Array(piece.utf8) : nil
    }

    func isFound(in text: String) -> Bool { !ranges(in: text).isEmpty }

    /// Where it begins, of places that do not overlap.
    func places(in text: [Character]) -> [Int] {
        guard !wanted.isEmpty, wanted.count <= text.count else { return [] }
        let text = isExact ? text : text.map(\.smallLetter)
        var (places, place) = ([Int](), 0)
        while place + wanted.count <= text.count {
            if text[place] == wanted[0], text[place..<place + wanted.count].elementsEqual(wanted) {
                places.append(place)
                place += wanted.count
            } else {
                place += 1
            }
        }
        return places
    }

    var count: Int { wanted.count }
    var hasBlank: Bool { wanted.contains(" ") }

    /// The same as bytes, which is all that has to be compared in a text of ASCII.
    func ranges(in text: String) -> [Range<Int>] {
        var text = text
        return text.withUTF8 { ranges(in: $0) } ?? ranges(ofCharactersIn: text)
    }

    /// - Returns: `nil` where characters may be more than a byte.
    private func ranges(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>]? {
        guard let bytes else { return nil }
        guard let first = bytes.first, text.count >= bytes.count else { return [] }
        var (ranges, place, isASCII) = ([Range<Int>](), 0, true)
        while place < text.count {
            let byte = text[place]
            if byte >= 0x80 { isASCII = false }
            if fold(byte) == first, place + bytes.count <= text.count,
                bytes.indices.allSatisfy({ fold(text[place + $0]) == bytes[$0] })
            {
                ranges.append(place..<place + bytes.count)
                place += bytes.count
            } else {
                place += 1
            }
        }
        // A mark may join the last letter of a match.
        return isASCII || ranges.isEmpty ? ranges : nil
    }

    private func fold(_ byte: UInt8) -> UInt8 { !isExact && byte &- 0x41 < 26 ? byte | 0x20 : byte }

    private func ranges(ofCharactersIn text: String) -> [Range<Int>] {
        let characters = Array(text)
        var (offset, starts) = (0, [Int]())
        for character in characters {
            starts.append(offset)
            offset += character.utf8.count
        }
        starts.append(offset)
        return places(in: characters).map { starts[$0]..<starts[$0 + wanted.count] }
    }
}

extension Character {
    /// The small letter that it is, or stands for.
    var smallLetter: Character {
        guard let ascii = asciiValue else { return lowercased().first ?? self }
        // Most are, and there is no other character then that a string is made for.
        return (0x41...0x5a).contains(ascii) ? Character(Unicode.Scalar(ascii | 0x20)) : self
    }
}

extension StyledText {
    /// This with a style over every place where a piece of text stands; small letters stand for capital ones, too.
    public func marking(_ piece: String, _ style: ConsoleDriver.Style = .reverse) -> StyledText {
        let search = TextSearch(piece)
        let characters = runs.flatMap { run in run.text.map { ($0, run) } }
        var isMarked = Array(repeating: false, count: characters.count)
        for place in search.places(in: characters.map(\.0)) {
            for index in place..<place + search.count { isMarked[index] = true }
        }
        guard isMarked.contains(true) else { return self }
        var result = StyledText()
        for (index, (character, run)) in characters.enumerated() {
            let own = isMarked[index] ? run.style.with(style) : run.style
            if let last = result.runs.last, last.style == own, last.link == run.link {
                result.runs[result.runs.count - 1].text.append(character)
            } else {
                result.runs.append(Run(String(character), own, link: run.link))
            }
        }
        return result
    }
}
