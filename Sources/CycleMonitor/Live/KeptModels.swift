/// The models that the drivers of a program have got, after each of its newest moments. They become text when they are looked at.
///
/// Confined to the loop.
package final class KeptModels {
    /// A longer model is replaced by a note about it.
    private static let byteLimit = 16 << 10

    private let capacity: Int
    /// By the paths of the lenses.
    private var latest: [String: Any] = [:]
    /// After the moments from `first` on, but for the newest one.
    private var kept: [[String: Any]] = []
    private var first = 0

    /// - Parameter capacity: The number of moments that are kept at least.
    package init(keeping capacity: Int) {
        self.capacity = capacity
    }

    /// A driver has got a model; `nil` where its lens is gone.
    package func render(_ model: Any?, at path: String) { latest[path] = model }

    /// Another moment has come, whose models are not rendered yet.
    package func beginMoment() {
        kept.append(latest)
        // Seldom, so that it costs nothing for one moment.
        guard kept.count >= 2 * capacity else { return }
        first += capacity
        kept.removeFirst(capacity)
    }

    /// The models after a moment; `nil` for one that is not kept.
    ///
    /// - Parameter index: Counts the moments of the program from 0 on.
    package func models(after index: Int) -> [String: RecordedValue]? {
        // The list begins with what was there before the first moment.
        let place = index + 1 - first
        guard place > 0, place <= kept.count else { return nil }
        let models = place == kept.count ? latest : kept[place]
        return models.mapValues { RecordedValue($0, byteLimit: Self.byteLimit) }
    }
}

/// Moments of a program that runs, which tells what its drivers were to do.
package protocol RenderedMoments: InspectedMoments {
    /// The models of the drivers after a moment, by the paths of their lenses; `nil` where they are not known, or not yet.
    func models(after index: Int) -> [String: RecordedValue]?
}
