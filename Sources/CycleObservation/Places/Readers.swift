import Observation

/// The views that have read one thing and wait for its change.
///
/// The system tells each reader once: a view that still shows the thing reads it again, and is a reader again.
@MainActor
final class Readers: Observable {
    private let registrar = ObservationRegistrar()
    private(set) var areWaiting = false

    /// Makes the view whose body runs just now, if there is one, a reader.
    func add() {
        areWaiting = true
        registrar.access(self, keyPath: \.areWaiting)
    }

    func willChange() {
        areWaiting = false
        registrar.willSet(self, keyPath: \.areWaiting)
    }

    func didChange() {
        registrar.didSet(self, keyPath: \.areWaiting)
    }
}

/// The readers that one new frame concerns: each is called before the frame is shown, and after.
@MainActor
struct Telling {
    private var told: [Readers] = []

    var count: Int { told.count }

    mutating func tell(_ readers: Readers?) {
        guard let readers, readers.areWaiting else { return }
        readers.willChange()
        told.append(readers)
    }

    func finish() {
        for readers in told { readers.didChange() }
    }
}
