/// The output of a program, together with its end.
public struct ProcessResult: Hashable, Sendable {
    /// How a program ended.
    public enum End: Hashable, Sendable, Codable {
        /// It ran, and has ended.
        case ended(ProgramStatus)
        /// It could not be started, or was ended.
        case failed(ProcessFailure)
    }

    /// Its standard output.
    public var output: [UInt8]
    /// Its standard error.
    public var errors: [UInt8]
    /// How it ended.
    public var end: End

    /// A result, for tests.
    public init(output: [UInt8] = [], errors: [UInt8] = [], end: End) {
        (self.output, self.errors, self.end) = (output, errors, end)
    }

    /// Its standard output as text, with a sign in the place of what is not UTF-8.
    public var text: String { String(decoding: output, as: UTF8.self) }

    /// Its standard error as text, with a sign in the place of what is not UTF-8.
    public var errorText: String { String(decoding: errors, as: UTF8.self) }

    /// For people: why it did not succeed; `nil` for a program that has ended with 0.
    public var failure: String? {
        switch end {
        case .ended(.exited(0)): nil
        case .ended(let status): status.reason
        case .failed(let failure): failure.reason
        }
    }
}

/// Gathers what programs print until they end: a part of the frame for programs whose output counts as a whole.
///
///     guard let result = frame.results.take(event) else { return }
///     switch event.id {
///     case .status: frame.files = result.failure == nil ? files(in: result.text) : []
///     …
///     }
///
/// For commands with ``ProcessCommand/Output/whole(upTo:)`` or ``ProcessCommand/Output/pieces``: of lines the ends are missing. The output
/// of a program that leaves the model before its end is dropped when its identity starts again, or by ``forget(_:)``.
public struct ProcessResults<ID: Hashable & Sendable>: Hashable, Sendable {
    private struct Gathered: Hashable, Sendable, Codable {
        var output: [UInt8] = []
        var errors: [UInt8] = []
    }

    private var printed: [ID: Gathered] = [:]

    /// Nothing is printed yet.
    public init() {}

    /// Takes an event of the driver; give it all of them.
    ///
    /// - Returns: The result, with the last event of a program.
    public mutating func take(_ event: ProcessDriver<ID>.Event) -> ProcessResult? {
        switch event {
        case .started(let id, _): forget(id)
        case .output(let id, let bytes): printed[id, default: Gathered()].output += bytes
        case .errors(let id, let bytes): printed[id, default: Gathered()].errors += bytes
        case .inputTaken, .inputClosed, .signalled: break
        case .ended(let id, let status): return result(of: id, .ended(status))
        case .failed(let id, let failure): return result(of: id, .failed(failure))
        }
        return nil
    }

    /// Drops the output of a program.
    public mutating func forget(_ id: ID) { printed[id] = nil }

    private mutating func result(of id: ID, _ end: ProcessResult.End) -> ProcessResult {
        let own = printed.removeValue(forKey: id) ?? Gathered()
        return ProcessResult(output: own.output, errors: own.errors, end: end)
    }
}

extension ProcessResults: Codable where ID: Codable {}

extension ProcessResult: Codable {
    private enum Field: String, CodingKey {
        case output, errors, end
    }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        self.init(
            output: try fields.decode(BytesInJSON.self, forKey: .output).bytes,
            errors: try fields.decode(BytesInJSON.self, forKey: .errors).bytes,
            end: try fields.decode(End.self, forKey: .end))
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Field.self)
        try fields.encode(BytesInJSON(output), forKey: .output)
        try fields.encode(BytesInJSON(errors), forKey: .errors)
        try fields.encode(end, forKey: .end)
    }
}
