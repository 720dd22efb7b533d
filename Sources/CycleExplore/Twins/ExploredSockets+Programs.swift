import CycleDrivers
import CycleTesting

// The streams of programs of a system that speak for themselves.
extension ExploredSockets {
    /// Opens a stream from a program that speaks for itself; `nil` where no program listens.
    func open(to address: SocketAddress, from program: String) -> SimulatedStream? {
        sockets.open(to: address, from: program)
    }

    func perform(_ deed: SimulatedSockets.Deed, _ stream: SimulatedStream) { sockets.perform(deed, stream) }
    func leave(_ stream: SimulatedStream) { sockets.leave(stream) }

    /// The machine of a program is gone: no other program is told, and nothing comes to its streams any more.
    func vanish(of program: String) {
        for opener in openers where opener.device.host == program { opener.device.vanish() }
        sockets.vanish(of: program)
    }
}
