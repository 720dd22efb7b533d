extension ReferencePlace {
    /// Rule: it knows what it watches from its start on, and is asked after every change that others make, and again after
    /// every round in which a rule has changed something.
    func rule<Watched: Equatable>(
        onChangeOf watched: @escaping (Value) -> Watched, change: @escaping (inout Value) -> Void
    ) -> ReferenceLens {
        {
            var latest = read().map(watched)
            let remove = world.addRule {
                guard let value = read(), watched(value) != latest else { return false }
                latest = watched(value)
                return changes(change)
            }
            return { _ in remove() }
        }
    }
}

extension ReferenceWorld {
    /// - Returns: Takes it away.
    func addRule(_ rule: @escaping () -> Bool) -> () -> Void {
        ruleCount += 1
        let number = ruleCount
        rules.append((number, rule))
        return { [self] in rules.removeAll { $0.number == number } }
    }

    /// Asks all rules, in order, until none of them changes anything.
    func applyRules() {
        while rules.map({ $0.act() }).contains(true) {}
    }
}
