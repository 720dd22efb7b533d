/// Counts what the closures of one random program hold: none is left when the program is over.
final class Census {
    private(set) var aliveCount = 0

    func makeWitness() -> Witness { Witness(self) }

    final class Witness {
        private let census: Census

        fileprivate init(_ census: Census) {
            self.census = census
            census.aliveCount += 1
        }

        deinit { census.aliveCount -= 1 }
    }
}
