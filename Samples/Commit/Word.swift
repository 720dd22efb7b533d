/// All that two-phase commit says, on the disk and on the way: a manager's vote, and the coordinator's verdict.
enum Word: String, Codable, LosslessStringConvertible {
    case ready, no, commit, abort

    init?(_ text: String) { self.init(rawValue: text) }

    var description: String { rawValue }
}
