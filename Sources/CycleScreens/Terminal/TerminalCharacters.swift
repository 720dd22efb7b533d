import CycleBase
import CycleDrivers

/// Characters, as they are written to a screen.
extension TerminalScreen {
    /// The cell of the pen.
    private mutating func penCell() -> CanvasCell {
        if let cell = pen.cell { return cell }
        var cell = CanvasCell.blank
        cell.style = pen.text.style
        if pen.text.extra != .none {
            tidyTexts()
            cell.extra = grid.texts.number(of: pen.text.extra)
        }
        pen.cell = cell
        return cell
    }

    /// Forgets texts that no cell shows, once they may be most. The cell of the pen may have referred to one.
    private mutating func tidyTexts() {
        if grid.tidyTexts() { pen.cell = nil }
    }

    /// Writes printable ASCII.
    mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let last = bytes.last else { return }
        let cell = penCell()
        pen.last = last
        guard pen.drawsLines else { return grid.write(bytes, as: cell, modes.writing) }
        var line = cell
        for byte in bytes {
            line.glyph = byte < 0x60 ? UInt32(byte) : TerminalPen.lines[Int(byte - 0x60)]
            grid.put(line, modes.writing)
        }
    }

    /// Writes a scalar that is not of ASCII, or puts it to the character before.
    mutating func write(_ scalar: Unicode.Scalar, _ width: ((Character) -> Int)?) {
        pen.last = nil
        let value = scalar.value
        // The controls of C1 do nothing.
        guard value >= 0xa0 else { return }
        let glyph = Glyph.single(value, 0)
        if glyph.width == 0 || mayJoin(value), join(scalar, glyph, width) { return }
        var cell = penCell()
        cell.glyph = value
        cell.width = UInt8(clamping: max(1, width?(Character(scalar)) ?? glyph.width))
        cell.isDisputed = glyph.isDisputed
        grid.put(cell, modes.writing)
    }

    /// Whether a scalar with a width of its own may be a part of the character that was just written.
    private func mayJoin(_ scalar: UInt32) -> Bool {
        guard grid.isJoining, let place = grid.columnBefore else { return false }
        let before = grid.rows[grid.row].cells[place].glyph
        // Nearly all are characters by themselves.
        return !Glyph.isSimple(scalar) || !Glyph.isSimple(before)
    }

    /// A scalar that belongs to the character left of the cursor joins it, and may make it wider.
    ///
    /// - Returns: Whether it needs no cell of its own.
    private mutating func join(_ scalar: Unicode.Scalar, _ glyph: Glyph, _ width: ((Character) -> Int)?) -> Bool {
        guard let place = grid.columnBefore else { return glyph.width == 0 }
        var cell = grid.rows[grid.row].cells[place]
        let before = grid.texts.text(of: cell)
        let joined = before + String(scalar)
        guard cell.width > 0, joined.count == 1, let character = joined.first else { return glyph.width == 0 }
        let sum = CellWidth.of(character)
        let columns = max(1, width?(character) ?? sum.width)
        // A character of more than two cells goes on in the next one.
        guard width != nil || columns <= 2 else { return false }
        // A mark on a blank, and what is too long, is left out.
        guard joined.utf8.count <= Glyph.longestCluster else { return glyph.width == 0 }
        tidyTexts()
        cell.glyph = grid.texts.number(of: joined)
        cell.isDisputed = sum.isDisputed || joined.unicodeScalars.contains { Glyph.joinsNext($0.value) }
        grid.replace(at: place, by: cell, width: columns)
        return true
    }
}
