/// A value as the Swift expression that makes it, for a test that is written by hand.
///
///     swiftSource(of: frame)
///     // Counter(total: 3, mode: .adding(title: "milk"), note: nil)
///
/// Taken from `Mirror`, so it is right where a type has its memberwise initialiser; what shows no parts of itself is written
/// as it describes itself.
///
/// - Source: a frame as Swift source, of CycleMonitor.
public func swiftSource(of value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { swiftSource(of: $0.value) } ?? "nil"
    case .collection: return "[" + mirror.children.map { swiftSource(of: $0.value) }.joined(separator: ", ") + "]"
    case .set: return "[" + mirror.children.map { swiftSource(of: $0.value) }.sorted().joined(separator: ", ") + "]"
    case .dictionary: return dictionarySource(mirror)
    case .tuple: return "(" + fieldsSource(mirror) + ")"
    case .enum: return caseSource(value, mirror)
    case .struct where !mirror.children.isEmpty && !isLiteral(value):
        return "\(mirror.subjectType)(\(fieldsSource(mirror)))"
    default: return leafSource(value)
    }
}

private func fieldsSource(_ mirror: Mirror) -> String {
    mirror.children.map { child in
        // Those of a tuple are `.0`, `.1`.
        let label = child.label.flatMap { $0.hasPrefix(".") ? nil : "\($0): " } ?? ""
        return label + swiftSource(of: child.value)
    }
    .joined(separator: ", ")
}

private func dictionarySource(_ mirror: Mirror) -> String {
    let entries = mirror.children.map { child in
        Mirror(reflecting: child.value).children.map { swiftSource(of: $0.value) }.joined(separator: ": ")
    }
    return entries.isEmpty ? "[:]" : "[" + entries.sorted().joined(separator: ", ") + "]"
}

private func caseSource(_ value: Any, _ mirror: Mirror) -> String {
    guard let content = mirror.children.first else { return ".\(value)" }
    let payload = Mirror(reflecting: content.value)
    // A tuple of labelled values, or the one value that has no label.
    let isTuple = payload.displayStyle == .tuple
    return ".\(content.label ?? "")(\(isTuple ? fieldsSource(payload) : swiftSource(of: content.value)))"
}

/// Whether Swift has a literal for it, though it is a structure inside.
private func isLiteral(_ value: Any) -> Bool {
    value is any StringProtocol || value is any Numeric || value is Bool || value is Character
}

private func leafSource(_ value: Any) -> String {
    switch value {
    case let text as any StringProtocol: "\(String(text).debugDescription)"
    case let character as Character: "\(character.debugDescription)"
    case let number as any BinaryFloatingPoint where !number.isFiniteNumber: number.sourceOfSpecialNumber
    // One without fields has nothing but its initialiser.
    case is any Numeric, is Bool: "\(value)"
    default: Mirror(reflecting: value).displayStyle == .struct ? "\(type(of: value))()" : "\(value)"
    }
}

extension BinaryFloatingPoint {
    fileprivate var isFiniteNumber: Bool { isFinite }
    fileprivate var sourceOfSpecialNumber: String { isNaN ? ".nan" : self < 0 ? "-.infinity" : ".infinity" }
}
