extension String {
    /// How many steps a timeline has: what stands in parentheses is one.
    var timelineLength: Int {
        var depth = 0
        return reduce(0) { count, character in
            if character == "(" { depth += 1 }
            if character == ")" {
                depth -= 1
                return count + 1
            }
            return depth > 0 ? count : count + 1
        }
    }
}
