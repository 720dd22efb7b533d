/// How a program ended.
///
///     case .ended(_, .exited(0)): build.result = "built"
///     case .ended(_, let status): build.result = status.reason
///
/// In JSON: `{"exited": 0}`, `{"killed": 9}`.
public enum ProgramStatus: Hashable, Sendable {
    /// It has ended by itself, with 0 for success by convention.
    case exited(Int32)
    /// A signal has ended it.
    case killed(signal: Int32)

    /// - Parameter status: As `waitpid` gives it.
    init(waitStatus status: Int32) {
        self = status & 0x7f == 0 ? .exited((status >> 8) & 0xff) : .killed(signal: status & 0x7f)
    }
}

extension ProgramStatus: Codable {
    private enum Field: String, CodingKey {
        case exited, killed
    }

    public init(from decoder: any Decoder) throws {
        let status = try decoder.container(keyedBy: Field.self)
        self =
            switch try status.onlyField(of: decoder) {
            case .exited: .exited(try status.decode(Int32.self, forKey: .exited))
            case .killed: .killed(signal: try status.decode(Int32.self, forKey: .killed))
            }
    }

    public func encode(to encoder: any Encoder) throws {
        var status = encoder.container(keyedBy: Field.self)
        switch self {
        case .exited(let code): try status.encode(code, forKey: .exited)
        case .killed(let signal): try status.encode(signal, forKey: .killed)
        }
    }
}
