extension String {
    /// Without what tells private types of one name apart: it is another one in each process.
    package var withoutContexts: String {
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
