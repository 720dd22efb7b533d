import CycleDrivers
import CycleTesting

// Happenings in words.
extension ExploredSockets {
    static func words(_ course: Course) -> String {
        course.isEmpty ? "" : ", and \(course.map(words).joined(separator: ", "))"
    }

    static func words(_ deed: SimulatedSockets.Deed) -> String {
        switch deed {
        case .sends(let bytes): "sends \(readableBytes(bytes))"
        case .ends: "ends"
        case .resets: "resets"
        }
    }

    static func words(_ delivery: SimulatedSockets.Delivery) -> String {
        switch delivery.place {
        case .stream(let stream, .accepted): "\(stream.own) accepts \(stream.peer)"
        case .stream(let stream, .bytes(let bytes)): "\(stream.own) has \(readableBytes(bytes)) of \(stream.peer)"
        case .stream(let stream, .end): "\(stream.own) sees the end of \(stream.peer)"
        case .stream(let stream, .reset): "\(stream.own) sees the cut of \(stream.peer)"
        case .receiver(let receiver, let bytes, let from):
            "\(receiver.ownAddress) has \(readableBytes(bytes)) of \(from)"
        case .absent(let address, let bytes, let from): "\(address) has \(readableBytes(bytes)) of \(from)"
        }
    }

    /// A piece that begins a message of HTTP, without its headers: `queue:80 has POST /take of ann:50001`.
    static func wordsOfMessage(_ delivery: SimulatedSockets.Delivery) -> String? {
        guard case .stream(let stream, .bytes(let bytes)) = delivery.place,
            let head = bytes.firstRange(of: "\r\n\r\n".utf8), let line = bytes.firstRange(of: "\r\n".utf8)
        else { return nil }
        let words = bytes[..<line.lowerBound].split(separator: UInt8(ascii: " "), maxSplits: 2)
        let version = Array("HTTP/1.1".utf8)
        guard words.count == 3 else { return nil }
        let isResponse = words[0].elementsEqual(version)
        guard isResponse || words[2].elementsEqual(version) else { return nil }
        let first = (isResponse ? words.dropFirst() : words.dropLast()).map { String(decoding: $0, as: UTF8.self) }
        let body = Array(bytes[head.upperBound...])
        let message = first.joined(separator: " ") + (body.isEmpty ? "" : " \(readableBytes(body))")
        return "\(stream.own) has \(message) of \(stream.peer)"
    }
}
