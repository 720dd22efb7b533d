import Cycle

@testable import CycleExplore

/// Two clients and two servers of a register, as parts of one frame. Each client writes its number to one server, and reads from the other.
struct RegisterSystem: Hashable {
    enum Text: Hashable, CustomStringConvertible {
        case call(Register.Call, from: Int)
        case answer(Register.Answer)

        var description: String {
            switch self {
            case .call(let call, let client): "\(call) from \(client)"
            case .answer(let answer): "\(answer)"
            }
        }
    }

    struct Client: Hashable {
        let number: Int
        var waiting: Register.Call?
        var answer: Register.Answer?
        var outbox: [Letter<Text>]

        /// - Parameter server: The address of the server that it writes to.
        init(_ number: Int, writingTo server: Int) {
            self.number = number
            waiting = .write(number)
            outbox = [Letter(to: server, text: .call(.write(number), from: number))]
        }

        mutating func receive(_ text: Text, readingFrom server: Int) {
            guard case .answer(let answer) = text else { return }
            self.answer = answer
            let hasWritten = waiting == .write(number)
            waiting = hasWritten ? .read : nil
            if hasWritten { outbox.append(Letter(to: server, text: .call(.read, from: number))) }
        }
    }

    struct Server: Hashable {
        var value: Int?
        var outbox: [Letter<Text>] = []

        mutating func receive(_ text: Text) {
            guard case .call(let call, let client) = text else { return }
            if case .write(let new) = call { value = new }
            outbox.append(Letter(to: client, text: .answer(call == .read ? .value(value) : .done)))
        }
    }

    var (ann, bob): (Client, Client)
    var (one, two) = (Server(), Server())

    /// - Parameter serverCount: One, or two that do not know each other.
    init(serverCount: Int) {
        (ann, bob) = (Client(0, writingTo: 2), Client(1, writingTo: serverCount == 1 ? 2 : 3))
    }

    static func scenario(serverCount: Int, _ laws: Law<RegisterSystem>...) -> Scenario<RegisterSystem> {
        Scenario(laws: laws) { world in
            world.add(LettersUnderWay<Text>())
            return CycledLens(startingWith: RegisterSystem(serverCount: serverCount)) { frames in
                frames.lens(\.ann) { client($0, at: 0, readingFrom: serverCount == 1 ? 2 : 3) }
                frames.lens(\.bob) { client($0, at: 1, readingFrom: 2) }
                frames.lens(\.one) { server($0, at: 2) }
                frames.lens(\.two) { server($0, at: 3) }
            }
        }
    }

    private static func client(
        _ frames: Signal<Client>, at address: Int, readingFrom server: Int
    ) -> MutatingLens<Signal<Client>, LetterDriver<Text>> {
        frames.lens(driver: LetterDriver<Text>(address: address), label: "letters", frameFilter: \.outbox) {
            client, event in
            switch event {
            case .posted(let count): client.outbox.removeFirst(count)
            case .received(let text): client.receive(text, readingFrom: server)
            }
        }
    }

    private static func server(
        _ frames: Signal<Server>, at address: Int
    ) -> MutatingLens<Signal<Server>, LetterDriver<Text>> {
        frames.lens(driver: LetterDriver<Text>(address: address), label: "letters", frameFilter: \.outbox) {
            server, event in
            switch event {
            case .posted(let count): server.outbox.removeFirst(count)
            case .received(let text): server.receive(text)
            }
        }
    }

    /// The calls and the answers of a turn.
    static func events(
        _ before: RegisterSystem?, _ after: RegisterSystem
    ) -> [HistoryEvent<Register.Call, Register.Answer>] {
        events(of: "ann", before?.ann, after.ann) + events(of: "bob", before?.bob, after.bob)
    }

    private static func events(
        of name: String, _ before: Client?, _ after: Client
    ) -> [HistoryEvent<Register.Call, Register.Answer>] {
        if before?.waiting == after.waiting { return [] }
        var events: [HistoryEvent<Register.Call, Register.Answer>] = []
        if before?.waiting != nil, let answer = after.answer { events.append(.answer(answer, to: name)) }
        if let call = after.waiting { events.append(.call(call, by: name)) }
        return events
    }
}
