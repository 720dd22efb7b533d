/// The name in paths of a part without a label: the stored property that it is, or its type.
func name<Whole, Part>(of path: KeyPath<Whole, Part>) -> String {
    let description = "\(path)"
    // A computed property is called `<computed …>`. To look for a text would take a library that a static program has only
    // for that.
    guard let dot = description.firstIndex(of: "."), !description[dot...].utf8.contains(UInt8(ascii: "<")) else {
        return name(of: Part.self)
    }
    return String(description[description.index(after: dot)...])
}

/// The name in moments and complaints of a source without a label.
///
/// Not inlined anywhere: in optimised code of another module the name of a private type has that module's hash in it.
@usableFromInline
func name(of type: Any.Type) -> String {
    String(describing: type)
}
