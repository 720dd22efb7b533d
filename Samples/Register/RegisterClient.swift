import CycleDrivers
import SampleSystems

/// A client of a register: makes calls one after the other. A call whose answer is lost is not made again: it may have been taken.
struct RegisterClient: Caller, Equatable {
    let address: SocketAddress
    let calls: [String]
    private(set) var answers: [String] = []
    private var lines = StreamLines()
    private(set) var problem: String?

    init(of address: SocketAddress, calls: [String]) { (self.address, self.calls) = (address, calls) }

    var sockets: SocketDriver<Int>.Model {
        isDone
            ? []
            : [.connect(0, to: address, output: .init(calls.prefix(answers.count + 1).map { Array("\($0)\n".utf8) }))]
    }

    mutating func take(_ event: SocketDriver<Int>.Event) {
        switch event {
        case .received(_, let bytes): answers += lines.take(bytes)
        case .inputEnded, .closed: problem = "the register is gone; \(call ?? "") may have been taken"
        case .failed(_, let failure): problem = "\(failure.reason); \(call ?? "") may have been taken"
        default: break
        }
    }
}
