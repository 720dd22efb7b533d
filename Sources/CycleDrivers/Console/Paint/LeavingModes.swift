/// The modes of a terminal, and the bytes that give it back if the process ends or stops now. A value.
struct LeavingModes: Hashable, Sendable {
    /// The modes once the device has written everything.
    private(set) var current = TerminalModes()
    /// The modes that may be set already, or still, while the device writes.
    private(set) var unsettled = TerminalModes()
    /// `nil` after the process was stopped: a guard has forgotten the bytes.
    private var prepared: [UInt8]? = []

    /// - Returns: The bytes that change the current modes.
    mutating func enter(_ wanted: TerminalModes) -> [UInt8] {
        defer { current = wanted }
        return wanted == current ? [] : current.bytes(to: wanted)
    }

    mutating func noticeWrite() {
        unsettled = unsettled.union(current)
    }

    mutating func noticeWritten() {
        unsettled = current
    }

    /// The terminal was given back by the bytes that were prepared.
    mutating func noticeGivenBack(isWriting: Bool) {
        (current, prepared) = (TerminalModes(), nil)
        if !isWriting { unsettled = current }
    }

    /// - Parameter farewell: The painter's bytes, which come first.
    /// - Returns: The bytes to prepare; `nil` if they are prepared already.
    mutating func prepare(after farewell: [UInt8]) -> [UInt8]? {
        let bytes = bytes(after: farewell)
        guard bytes != prepared else { return nil }
        prepared = bytes
        return bytes
    }

    var isSettled: Bool { unsettled == current }

    func isPrepared(after farewell: [UInt8]) -> Bool { prepared == bytes(after: farewell) }

    private func bytes(after farewell: [UInt8]) -> [UInt8] {
        unsettled == TerminalModes() ? farewell : farewell + unsettled.bytes(to: TerminalModes())
    }
}
