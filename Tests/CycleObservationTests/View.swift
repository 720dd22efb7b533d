import Observation
import Synchronization

/// A view as the system draws it: draws again after each change of what its body has read.
@MainActor
final class View<Drawn> {
    private let body: () -> Drawn
    private(set) var drawn: [Drawn] = []
    private nonisolated let invalidations = Mutex(0)
    private var drawnAt = 0

    init(_ body: @escaping () -> Drawn) {
        self.body = body
        draw()
    }

    /// How often the view was told that it has to be drawn again.
    var invalidationCount: Int { invalidations.withLock { $0 } }

    /// Draws if something has changed, as the system does before the next picture.
    func update() {
        if invalidationCount > drawnAt { draw() }
    }

    private func draw() {
        drawnAt = invalidationCount
        withObservationTracking {
            drawn.append(body())
        } onChange: { [weak self] in
            self?.invalidations.withLock { $0 += 1 }
        }
    }
}

/// Reads something once, and calls back at the moment in which it is told of a change.
@MainActor
final class Reader {
    private let whenTold: () -> Void

    init(_ read: () -> Void, whenTold: @escaping () -> Void) {
        self.whenTold = whenTold
        withObservationTracking(read) { MainActor.assumeIsolated { self.whenTold() } }
    }
}
