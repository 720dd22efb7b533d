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
}
