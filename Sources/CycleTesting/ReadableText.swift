import CycleBase

extension String {
    /// Without what tells private types of one name apart: it is another one in each process.
    var withoutContexts: String {
        let mark = "(unknown context at "
        var rest = self[...]
        var text = ""
        while let place = rest.utf8.firstRange(of: mark.utf8)?.lowerBound,
            let end = rest[place...].firstRange(of: ").")
        {
            text += rest[..<place]
            rest = rest[end.upperBound...]
        }
        return text + rest
    }

    /// Without its middle, where it is longer than that.
    package func cutInTheMiddle(to count: Int) -> String {
        self.count > count ? "\(prefix(count * 2 / 3))…\(suffix(count / 3))" : self
    }
}

/// Bytes as text, such that other bytes are another text: in quotes where they are ASCII, else with all of them as hexadecimal digits.
package func readableBytes(_ bytes: [UInt8]) -> String {
    let text = String(validating: bytes, as: UTF8.self)?.debugDescription
    if let text, bytes.allSatisfy({ $0 < 0x80 }) { return text }
    // Texts that are equal to Swift may be of different bytes.
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return text.map { "\($0) 0x\(digits)" } ?? "0x\(digits)"
}

/// A value as text that is the same in all processes: dictionaries and sets in the order of their texts, and private types without what
/// tells them apart. Bytes that are a text stand there as text, and types without the module and the types that they are in. For the rest
/// as Swift prints it.
package func readableText(_ value: Any) -> String {
    var names: [String: String] = [:]
    noteNames(in: value, &names, depth: 0)
    // A type before those that are in it would leave their names in part.
    let sorted = names.sorted { ($0.key.utf8.count, $0.key) > ($1.key.utf8.count, $1.key) }
    let withShortNames = { (text: String) in
        sorted.reduce(text) { text, name in text.replacing(name: name.key, with: name.value) }
    }
    var text = withShortNames(String(describing: value))
    for (old, new) in otherTexts(in: value, withShortNames, depth: 0) { text = text.replacing(old, with: new) }
    return text.withoutContexts
}

/// How deep values are looked at, which may be in one another without end.
private let depthLimit = 32

/// Adds the names of types as Swift prints them before their parts, and how they are to be read.
private func noteNames(in value: Any, _ names: inout [String: String], depth: Int) {
    if depth == depthLimit { return }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    // Objects may refer to each other, and are printed without their parts.
    case .class: return
    case .struct: names["\(String(reflecting: mirror.subjectType))("] = "\(mirror.subjectType)("
    case .enum: names["\(String(reflecting: mirror.subjectType))."] = ""
    default: break
    }
    for child in mirror.children { noteNames(in: child.value, &names, depth: depth + 1) }
}

/// The parts of a value that Swift prints in another way, the innermost first: as it does, and as they are to be read. They are bytes of a
/// text, and dictionaries and sets, which have an order by chance.
private func otherTexts(
    in value: Any, _ withShortNames: (String) -> String, depth: Int
) -> [(old: String, new: String)] {
    guard depth < depthLimit else { return [] }
    if type(of: value) == [UInt8].self, let bytes = value as? [UInt8] {
        // Few bytes could look like numbers beside them.
        let isText = bytes.count > 1 && bytes.allSatisfy { (0x20..<0x7F).contains($0) || (9...13).contains($0) }
        return isText ? [("\(bytes)", readableBytes(bytes))] : []
    }
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .class || mirror.children.isEmpty { return [] }
    var texts = mirror.children.flatMap { otherTexts(in: $0.value, withShortNames, depth: depth + 1) }
    let isUnordered = mirror.displayStyle == .dictionary || mirror.displayStyle == .set
    guard isUnordered, mirror.children.count > 1 else { return texts }
    func replacing(_ text: String) -> String {
        texts.reduce(withShortNames(text)) { text, pair in text.replacing(pair.old, with: pair.new) }
    }
    let members = mirror.children.map { child -> String in
        let parts = mirror.displayStyle == .dictionary ? Array(Mirror(reflecting: child.value).children) : []
        guard parts.count == 2 else { return replacing(String(reflecting: child.value)) }
        return replacing("\(String(reflecting: parts[0].value)): \(String(reflecting: parts[1].value))")
    }
    let old = replacing(mirror.displayStyle == .set ? "\(value)" : String(reflecting: value))
    let new = "[" + members.sorted().joined(separator: ", ") + "]"
    if old != new { texts.append((old, new)) }
    return texts
}

extension String {
    /// With a name replaced where it is not the end of a longer one.
    fileprivate func replacing(name: String, with other: String) -> String {
        var text = ""
        var rest = self[...]
        while let place = rest.utf8.firstRange(of: name.utf8) {
            let before = place.lowerBound == startIndex ? nil : utf8[utf8.index(before: place.lowerBound)]
            text += rest[..<place.lowerBound]
            text += before?.isOfName == true ? name : other
            rest = rest[place.upperBound...]
        }
        return text + rest
    }
}

extension UInt8 {
    /// Whether the byte may stand within a name, or between two.
    fileprivate var isOfName: Bool {
        self == UInt8(ascii: ".") || self == UInt8(ascii: "_") || self >= 0x80 || isLetterOrDigit
    }
}
