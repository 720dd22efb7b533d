/// 16 bytes without a reference: what one place of a canvas shows.
package struct CanvasCell: Hashable, Sendable {
    /// Set in ``glyph`` when that is the number of a cluster.
    package static let clusterBit: UInt32 = 1 << 31

    /// A scalar, or ``clusterBit`` and the number of a text of several scalars in the canvas. 0 right of a wide one.
    package var glyph: UInt32
    /// 2 for a wide one; the cell after it has 0.
    package var width: UInt8 = 1
    /// Terminals disagree about its width.
    package var isDisputed = false
    /// 0, or one more than the number of a ``CellExtra`` in the canvas.
    package var extra: UInt16 = 0
    package var style: ConsoleDriver.Style

    package static let blank = CanvasCell(glyph: 0x20, style: .plain)

    package static func == (one: CanvasCell, other: CanvasCell) -> Bool {
        // Not one after the other: a branch for each costs more than all four.
        one.style.bits ^ other.style.bits | UInt64(one.glyph ^ other.glyph) | UInt64(one.extra ^ other.extra)
            | UInt64(one.width ^ other.width) == 0
    }

    /// Whether nothing is seen there. Not by comparing with ``blank``, which would be looked up for each cell.
    package var isBlank: Bool { glyph == 0x20 && style.bits == 0 && extra == 0 }

    /// The number of its cluster.
    package var cluster: Int? { glyph & CanvasCell.clusterBit == 0 ? nil : Int(glyph & ~CanvasCell.clusterBit) }
}
