package import Cycle

/// Runs one effect for each want, and writes down both ends of it.
package struct WrittenEffects: Driver {
    private let write: (String) -> Void

    package init(_ write: @escaping (String) -> Void) { self.write = write }

    package func eventsCapturedAfterRendering(model: Signal<[Int]>) -> Signal<Int> {
        model.effects(for: { $0 }, by: { $0 }) { [write] want in
            Signal { _ in
                write("+\(want)")
                return Subscription { write("-\(want)") }
            }
        }
    }
}
