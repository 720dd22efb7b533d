import CycleBase

/// Where the lines of a recorder go.
protocol LineStore: AnyObject {
    /// Why nothing is stored any more.
    var failure: RecordingError? { get }
    /// The number of the first moment to come.
    var firstNumber: Int { get }
    /// - Parameter header: Written where it differs from the one before.
    func begin(_ header: RecordingHeader)
    /// - Returns: The number of one more loop that writes here.
    func addLoop() -> Int
    /// Whether the line above is of the same loop, whose next one this is to be.
    func isContinued(by loop: Int) -> Bool
    /// - Parameter append: Appends the line, without its end.
    /// - Returns: `false` where the line had no room behind those before it, and is not stored: the next one begins a file.
    @discardableResult
    func appendLine(_ append: (inout JSONText) -> Void) -> Bool
    /// Hands what was collected to the system.
    func flush()
}

extension LineStore {
    var isOver: Bool { failure != nil }
}

extension RecordingFile: LineStore {}
