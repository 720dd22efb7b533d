import Cycle
import CycleDrivers
import CycleExplore
import CycleTesting
import SampleSystems
import TestSupport
import Testing

@testable import register

@Suite("register")
struct RegisterTests {
    // MARK: The server alone

    private let address = SocketAddress.host("", port: 7000)

    private func server(_ sockets: SimulatedSockets, _ files: SimulatedFiles) -> TestRun<RegisterServer> {
        let test = TestRun(registerServer(at: address, in: "data"), exhaustive: false, standIns: sockets, files)
        test.settle()
        return test
    }

    @Test("calls are lines, however they are cut, and are answered in their order")
    func lines() throws {
        let (sockets, files) = (SimulatedSockets(), SimulatedFiles())
        let test = server(sockets, files)
        let client = try #require(sockets.connect(to: address))
        for piece in ["re", "ad\nwrite 12", "\nread\nwhat\nwrite x\n"] {
            sockets.happen(.sends(piece), at: client)
            test.settle()
        }
        let help = "say read, or write and a number\n"
        #expect(sockets.received(at: client) == Array("0\nok\n12\n\(help)\(help)".utf8))
        #expect(files[text: "register"] == "12")
    }

    @Test("a client that makes no more calls gets the answers to those that it has made")
    func ends() throws {
        let (sockets, files) = (SimulatedSockets(), SimulatedFiles())
        let test = server(sockets, files)
        let client = try #require(sockets.connect(to: address))
        sockets.happen(.sends("write 5\nread\n"), at: client)
        sockets.happen(.ends, at: client)
        test.settle()
        #expect(sockets.received(at: client) == Array("ok\n5\n".utf8) && sockets.hasEnded(at: client))
    }

    @Test("a port that is taken, and a disk that fails, end the server with the reason")
    func problems() {
        let sockets = SimulatedSockets()
        let first = server(sockets, SimulatedFiles())
        #expect(first.frame.problem == nil)
        #expect(server(sockets, SimulatedFiles()).frame.problem?.contains("address") == true)
        let broken = SimulatedFiles()
        broken.plannedFault = { _ in .error(5) }
        #expect(server(SimulatedSockets(), broken).frame.problem != nil)
    }

    // MARK: The server and two clients

    struct Shop: Equatable {
        let server: RegisterServer
        let ann: RegisterClient
        let bob: RegisterClient
    }

    static let isOneNumber = Law<Shop>.linearizable("it is one number", of: OneNumber()) { before, after in
        events(of: "ann", before?.ann, after.ann) + events(of: "bob", before?.bob, after.bob)
    }

    static let shop = Scenario(isOneNumber) { world in
        let server = world.program("server") { world in
            (world.files.mayFail, world.files.mayBeFull) = (false, false)
            return registerServer(at: .host("", port: 7000), in: "data")
        }
        let ann = world.program("ann") { _ in
            registerClient(.init(of: .host("server", port: 7000), calls: ["write 1"]))
        }
        let bob = world.program("bob") { _ in
            registerClient(.init(of: .host("server", port: 7000), calls: ["read", "read"]))
        }
        server.mayCrash(atMost: 1)
        return Programs(in: world) { Shop(server: server.frame, ann: ann.frame, bob: bob.frame) }
    }

    private func shop(
        _ laws: [Law<Shop>] = [isOneNumber], reads: [String] = ["read"],
        _ describe: @escaping @Sendable (World, ExploredProgram<RegisterServer>) -> Void = { _, _ in }
    ) -> Scenario<Shop> {
        Scenario(laws: laws) { world in
            let server = world.program("server") { world in
                (world.files.mayFail, world.files.mayBeFull) = (false, false)
                return registerServer(at: .host("", port: 7000), in: "data")
            }
            let clients = [("ann", ["write 1"]), ("bob", reads)].map { name, calls in
                world.program(name) { _ in registerClient(.init(of: .host("server", port: 7000), calls: calls)) }
            }
            describe(world, server)
            return Programs(in: world) {
                Shop(server: server.frame, ann: clients[0].frame, bob: clients[1].frame)
            }
        }
    }

    @Test(
        """
        it is one number for two clients in every order, also where the server is killed once; both may get all answers, and the \
        number may outlive the server that wrote it
        """,
        .enabled(if: exploresAll))
    func reached() throws {
        let bothDone = Law<Shop>.sometimes("both have all their answers") { $0.ann.call == nil && $0.bob.call == nil }
        let outlives = Law<Shop>.sometimes("a number outlives the server that wrote it") { shop in
            shop.bob.answers == ["1", "1"] && shop.ann.problem != nil
        }
        // With pauses and pre-emptions, without which none outlives it.
        let laws = [Self.isOneNumber, bothDone, outlives]
        let seen = try shop(laws, reads: ["read", "read"]) { _, server in server.mayCrash(atMost: 1) }.explore()
        #expect(seen.isComplete, "\(seen)")
    }

    @Test("also where its machine loses its power")
    func power() throws {
        let losing = shop { _, server in server.mayLosePower(atMost: 1) }
        #expect(try losing.explore(.inThisBuild).isComplete)
    }

    @Test("also where a stream breaks", .enabled(if: exploresAll))
    func breaks() throws {
        let breaking = shop { world, _ in world.sockets.mayBreak(atMost: 1) }
        #expect(try breaking.explore(.inThisBuild).isComplete)
    }
}
