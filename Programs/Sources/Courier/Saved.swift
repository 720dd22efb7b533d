import CycleDrivers
import CycleNetwork
import FoundationEssentials

/// A request of a collection, as it stands in its file.
public struct Saved: Codable, Hashable, Sendable, Identifiable {
    public struct Header: Codable, Hashable, Sendable {
        public var name: String, value: String
        /// On, where a file does not say it.
        public var isOn: Bool?
    }
    public struct Auth: Codable, Hashable, Sendable {
        public enum Kind: String, Codable, CaseIterable, Sendable { case none, basic, bearer }
        public var kind = Kind.none
        public var user = "", secret = ""
    }

    public var id: String { name }
    public var name = ""
    public var method = "GET"
    public var url = ""
    public var headers: [Header] = []
    public var body = ""
    public var auth = Auth()
    public var timeOut: Int?

    /// A header a line: `Accept: text/plain`. One behind a `#` is off.
    var headerText: String {
        get { headers.map { "\($0.isOn == false ? "# " : "")\($0.name): \($0.value)\n" }.joined() }
        set {
            headers = newValue.split(whereSeparator: \.isNewline).compactMap { line in
                let isOn = !line.hasPrefix("#")
                let parts = line.drop { $0 == "#" || $0 == " " }.split(separator: ":", maxSplits: 1)
                guard parts.count == 2 else { return nil }
                return Header(name: String(parts[0]), value: String(parts[1].drop { $0 == " " }), isOn: isOn)
            }
        }
    }

    static func read(_ json: String) -> Saved? { try? JSONDecoder().decode(Saved.self, from: Data(json.utf8)) }
    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return String(decoding: (try? encoder.encode(self)) ?? Data(), as: UTF8.self)
    }

    /// `{{name}}` stands for a variable.
    static func filled(_ text: String, _ variables: [String: String]) -> String {
        variables.reduce(text) { $0.replacing("{{\($1.key)}}", with: $1.value) }
    }

    func request(_ id: Int, _ variables: [String: String]) -> NetworkDriver<Int>.Request {
        func filled(_ text: String) -> String { Self.filled(text, variables) }
        var request = NetworkDriver<Int>.Request(
            id: id, HTTP.Method(rawValue: method) ?? .get, filled(url), delivery: .streamed)
        for header in headers where header.isOn != false { request.headers.append(header.name, filled(header.value)) }
        switch auth.kind {
        case .none: break
        case .basic:
            let words = Data(filled("\(auth.user):\(auth.secret)").utf8)
            request.headers["Authorization"] = "Basic \(words.base64EncodedString())"
        case .bearer: request.headers["Authorization"] = "Bearer \(filled(auth.secret))"
        }
        if !body.isEmpty { request.body = .bytes(Array(filled(body).utf8)) }
        if let timeOut { request.timeOuts.total = .seconds(timeOut) }
        request.byteLimit = 256 << 20
        return request
    }
}

/// JSON with its lines indented. Numbers stay as they were written.
func prettyJSON(_ bytes: [UInt8]) -> String? {
    guard let first = bytes.first(where: { $0 > 32 }), "{[".utf8.contains(first) else { return nil }
    var result: [UInt8] = []
    var depth = 0, isText = false, isEscaped = false
    func indent() { result += [10] + repeatElement(32, count: 2 * max(0, depth)) }
    for byte in bytes where isText || byte > 32 {
        let isEnd = !isText && "}]".utf8.contains(byte)
        let isOpen = !isText && "{[".utf8.contains(result.last ?? 0)
        if isEnd { depth -= 1 }
        // What is empty stays on its line.
        if isOpen != isEnd { indent() }
        result.append(byte)
        if isText {
            (isText, isEscaped) = (isEscaped || byte != UInt8(ascii: "\""), !isEscaped && byte == UInt8(ascii: "\\"))
            continue
        }
        switch byte {
        case UInt8(ascii: "\""): isText = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: ","): indent()
        case UInt8(ascii: ":"): result.append(32)
        default: break
        }
    }
    return String(decoding: result, as: UTF8.self)
}
