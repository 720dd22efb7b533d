import CycleBase
import Synchronization

/// Counts what terminals answer to `ESC [ c`: `ESC [ ? 62 ; 1 c`. By then the terminal has answered every earlier
/// request, or never will.
final class FenceWatch: Sendable {
    /// The longest wait for a reply at the end of a program: a terminal beyond a slow line takes a tenth of a second.
    private static let patience: (count: Int, milliseconds: Int32) = (40, 5)

    private enum Place {
        case elsewhere, escape, control, answer
    }

    private let count = Atomic(0)
    private let place = Guarded(Place.elsewhere)

    /// The reader's thread, with each piece that is read.
    func see(_ bytes: [UInt8]) {
        let isElsewhere = place.withLock { $0 == .elsewhere }
        guard !isElsewhere || bytes.contains(0x1b) else { return }
        place.withLock { place in
            for byte in bytes { see(byte, &place) }
        }
    }

    private func see(_ byte: UInt8, _ place: inout Place) {
        switch (place, byte) {
        case (_, 0x1b): place = .escape
        case (.escape, UInt8(ascii: "[")): place = .control
        case (.control, UInt8(ascii: "?")): place = .answer
        case (.answer, 0x30...0x39), (.answer, UInt8(ascii: ";")): break
        case (.answer, UInt8(ascii: "c")):
            count.add(1, ordering: .releasing)
            place = .elsewhere
        case (.elsewhere, _), (.escape, _), (.control, _), (.answer, _): place = .elsewhere
        }
    }

    /// How many have come.
    var answerCount: Int { count.load(ordering: .acquiring) }

    /// Waits until so many have come, or for a moment.
    func wait(for wanted: Int) {
        for _ in 0..<Self.patience.count where answerCount < wanted {
            _ = poll(nil, 0, Self.patience.milliseconds)
        }
    }
}
