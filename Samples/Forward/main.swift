import Cycle
import CycleDrivers
import SampleArguments

/// Forwards all connections of a port to another address, and prints what has passed through each. A side that reads slowly holds up the
/// other one: no more than a megabyte waits in between.
func forward(_ first: Forwarder) -> CycledLens<some Any, Forwarder> {
    CycledLens(startingWith: first) { frames in
        frames.lens(
            driver: SocketDriver<Forwarder.Name>(), frameFilter: { $0.sockets },
            eventFilter: { frame, event in frame.take(event) })
        frames.lens(
            driver: ConsoleDriver(), frameFilter: { .lines($0.news, edition: $0.lineCount) },
            eventFilter: { _, _ in })
    }
}

let help = """
    forward PORT HOST:PORT: forwards all connections of a port of this machine to another address
    """
let words = Program.words(of: "forward", help: help, atLeast: 2, atMost: 2) {
    UInt16($0) != nil || SocketAddress($0) != nil
}
guard let port = UInt16(words[0]), let target = SocketAddress(words[1]) else {
    Program.refuse(.init("first the number of a port, then an address as example.com:80\n\(help)"), in: "forward")
}
let last = await forward(.init(at: .host("127.0.0.1", port: Int(port)), to: target)).run(until: { $0.problem != nil })
if let problem = last.problem { Program.fail("port \(port): \(problem)", in: "forward") }
