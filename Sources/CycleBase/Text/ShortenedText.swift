extension String {
    /// At most so many characters: its beginning and `…` where it has more. The rest is not looked at.
    package func shortened(to limit: Int) -> String {
        guard let end = index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex else { return self }
        return prefix(max(0, limit - 1)) + "…"
    }

    /// With blanks in front, so that it has so many characters.
    package func padded(to count: Int) -> String {
        String(repeating: " ", count: max(0, count - self.count)) + self
    }
}
