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
        }
    }
}
