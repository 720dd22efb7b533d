package import CycleDrivers
package import TestSupport

/// A session over sockets, and a device.
package protocol SocketsWorld: SessionWorld where Session: SocketsSession {
    var device: PromisedSockets<Session.Owner> { get set }
    var now: Int { get set }
}

/// The inputs of all sessions over sockets.
package enum SocketsNews: Hashable {
    /// The reports of a device about the socket with a number.
    case written(Int), inputEnded(Int), failed(Int)
    case late(LateLetter)
    case time(seconds: Int)
    case modelsEnded, stopped
}

extension SocketsWorld {
    /// The inputs that may come whatever is open.
    package var possibleNews: [SocketsNews] {
        [.modelsEnded, .stopped] + device.lateLetters.map { .late($0) } + device.writing.sorted().map { .written($0) }
    }

    package mutating func hear(_ news: SocketsNews) {
        switch news {
        case .written(let number):
            device.write(number)
            receive(.device(.written(number)))
        case .inputEnded(let number): receive(.device(.inputEnded(number)))
        case .failed(let number): if device.fail(number) { receive(.device(.failed(number, .reset))) }
        case .late(let letter): receive(.device(letter.event { device.accept() }))
        case .time(let seconds):
            now += seconds
            receive(.timePassed)
        case .modelsEnded: receive(.modelsEnded)
        case .stopped: receive(.stopped)
        }
    }
}
