import CycleBase

/// An order of a client to the program, as a line of JSON: `{"do":"pause"}`.
enum LiveCommand: Hashable, Sendable {
    /// Nothing has its turn until `resume`.
    case pause
    case resume
    /// One event has its turn, and the program pauses again.
    case step
    /// An event of a lens, as if its driver had reported it.
    case inject(lens: String, event: RecordedValue)
    /// Another value at a place of the frame.
    case set(RecordedPath, RecordedValue)
    /// Goes on from the frame that the moment of a number led to, with drivers that run or with silent ones.
    case goto(number: Int, isSilent: Bool)
    /// Tells what drivers were to do after the moment of a number.
    case wants(number: Int)
    /// Writes the moments that are kept to a file.
    case record(path: String)

    /// The version of the protocol. A newer one may have more commands.
    static let version = 1
    /// Every command, as the error line for an unknown one tells them.
    static let words = ["pause", "resume", "step", "inject", "set", "goto", "wants", "record"]

    /// - Throws: The mistake in the line.
    init(line: String) throws(InspectionCommand.Mistake) {
        let json: JSON
        do { json = try JSONParser.parse(Array(line.utf8)) } catch {
            throw InspectionCommand.Mistake(reason: "not JSON: \(error.reason)")
        }
        switch json["do"]?.string {
        case "pause"?: self = .pause
        case "resume"?: self = .resume
        case "step"?: self = .step
        case "inject"?:
            guard let lens = json["lens"]?.string, let event = json["event"] else {
                throw InspectionCommand.Mistake(reason: "inject wants \"lens\" and \"event\"")
            }
            self = .inject(lens: lens, event: RecordedValue(event))
        case "set"?:
            guard let place = RecordedPath(json["place"]?.string ?? ""), let value = json["value"] else {
                throw InspectionCommand.Mistake(reason: "set wants \"value\", and \"place\" as items[0].title")
            }
            self = .set(place, RecordedValue(value))
        case "goto"?:
            self = .goto(number: try Self.moment(json), isSilent: json["silent"] == .bool(true))
        case "wants"?: self = .wants(number: try Self.moment(json))
        case "record"?:
            guard let path = json["path"]?.string else {
                throw InspectionCommand.Mistake(reason: "record wants \"path\"")
            }
            self = .record(path: path)
        case let word?:
            throw InspectionCommand.Mistake(
                reason: "\(word) is no command; there are \(Self.words.joined(separator: ", "))")
        case nil: throw InspectionCommand.Mistake(reason: "\"do\" is missing")
        }
    }

    private static func moment(_ json: JSON) throws(InspectionCommand.Mistake) -> Int {
        guard let number = json["moment"]?.integer else {
            throw InspectionCommand.Mistake(reason: "\(json["do"]?.string ?? "") wants \"moment\", a number")
        }
        return number
    }

    /// The word of the command.
    var word: String {
        switch self {
        case .pause: "pause"
        case .resume: "resume"
        case .step: "step"
        case .inject: "inject"
        case .set: "set"
        case .goto: "goto"
        case .wants: "wants"
        case .record: "record"
        }
    }
}
