import CycleDrivers
import CycleTesting
import Foundation
import TestSupport
import Testing

@Suite("Models and events of the console as JSON")
struct ConsoleCodingTests {
    typealias Key = ConsoleDriver.Key

    @Test("events have the form that is documented")
    func events() throws {
        let samples: [(ConsoleDriver.Event, String)] = [
            (.key(.control("c")), #"{"key":"ctrl-c"}"#), (.key("-"), #"{"key":"-"}"#),
            (.key(.alt(.shift(.pageUp))), #"{"key":"alt-shift-pageUp"}"#), (.key(.function(12)), #"{"key":"f12"}"#),
            (.line("a"), #"{"line":"a"}"#), (.paste("b"), #"{"paste":"b"}"#), (.focus(false), #"{"focus":false}"#),
            (.background(.dark), #"{"background":"dark"}"#),
            (.resized(.init(columns: 80, rows: 24)), #"{"resized":{"columns":80,"rows":24}}"#),
            (.interrupted, #"{"interrupted":true}"#), (.ended, #"{"ended":true}"#),
            (.programEnded(.killed(signal: 9)), #"{"programEnded":{"killed":9}}"#),
            (.failed(.output(code: 5)), #"{"failed":{"output":5}}"#), (.failed(.inUse), #"{"failed":{"inUse":true}}"#),
            (
                .mouse(.init(.pressed(.left), at: .init(row: 1, column: 2), modifiers: .alt)),
                #"{"mouse":{"action":"pressed-left","modifiers":2,"position":{"column":2,"row":1}}}"#
            ),
        ]
        for (event, text) in samples {
            #expect(try json(event) == text)
            #expect(try copy(event) == event)
        }
    }

    @Test("models leave out what is not said, and read what is left out")
    func models() throws {
        #expect(try json(ConsoleDriver.Model()) == "{}")
        #expect(
            try json(ConsoleDriver.Model.screen("a", cursor: .init(row: 0, column: 1), plain: "b", input: .keys))
                == #"{"input":"keys","screen":{"cursor":{"column":1,"row":0},"plain":"b","text":"a"}}"#)
        var asking = ConsoleDriver.Model()
        asking.background = true
        #expect(try json(asking) == #"{"background":true}"# && copy(asking) == asking)
        let later = #"{"input":"lines","fromLater":1,"screen":{"text":"a"}}"#
        let model = try JSONDecoder().decode(ConsoleDriver.Model.self, from: Data(later.utf8))
        #expect(model == .screen("a", input: .lines))
    }

    @Test("random models and events come back as they were", arguments: 0..<40)
    func random(seed: UInt64) throws {
        var canvases = RandomCanvases(random: SplitMix(seed: seed))
        for _ in 0..<20 {
            let model = canvases.model()
            #expect(try copy(model) == model, "seed \(seed)")
            #expect(try copy(model).hashValue == model.hashValue, "seed \(seed)")
            let event = canvases.event()
            #expect(try copy(event) == event, "seed \(seed)")
        }
    }

    @Test(
        "a text that is no model or event is an error",
        arguments: [#"{}"#, #"{"key":"ctrl+c"}"#, #"{"key":""}"#, #"{"line":"a","ended":true}"#])
    func malformed(text: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(ConsoleDriver.Event.self, from: Data(text.utf8))
        }
    }

    @Test("a key is read from what it is called, and what is no key is none")
    func keys() {
        #expect(Key("ctrl-c") == .control("c"))
        #expect(Key("ctrl--") == .control("-"))
        #expect(Key("shift-left") == .shift(.left))
        #expect(Key("f5") == .function(5))
        for text in ["ctrl+c", "", "ctrl-", "fx", "home-"] { #expect(Key(String(text)) == nil, "\(text)") }
    }
}

extension RandomCanvases {
    mutating func key() -> ConsoleDriver.Key {
        let bases: [ConsoleDriver.Key.Base] = [
            .enter, .escape, .tab, .backspace, .delete, .insert, .up, .down, .left, .right, .home, .end, .pageUp,
            .pageDown,
            .function(number(1...20)), .character(pick(["a", "-", " ", "é", "日", "\"", "\\", "f"])),
        ]
        return .init(pick(bases), .init(rawValue: UInt8(number(0...7))))
    }

    mutating func failure() -> ConsoleDriver.Failure {
        let code = Int32(number(1...130))
        return pick(Array(sequence(first: .outputClosed, next: { Self.failure(after: $0, code) })))
    }

    /// All failures in a row. A `switch`, so that the compiler names this place when there is a new one.
    private static func failure(after failure: ConsoleDriver.Failure, _ code: Int32) -> ConsoleDriver.Failure? {
        switch failure {
        case .outputClosed: .output(code: code)
        case .output: .input(code: code)
        case .input: .program(code: code)
        case .program: .inUse
        case .inUse: .exhausted(code: code)
        case .exhausted: nil
        }
    }

    mutating func event() -> ConsoleDriver.Event {
        let place = ConsoleDriver.Position(row: number(0...99), column: number(0...400))
        let button = pick(ConsoleDriver.Mouse.Button.allCases)
        let action: ConsoleDriver.Mouse.Action = pick([
            .pressed(button), .released(button), .dragged(button), .moved,
            .scrolled(pick(ConsoleDriver.Mouse.Direction.allCases)),
        ])
        let modifiers = ConsoleDriver.Key.Modifiers(rawValue: UInt8(number(0...7)))
        let events: [ConsoleDriver.Event] = [
            .line(text()), .key(key()), .paste(text()), .mouse(.init(action, at: place, modifiers: modifiers)),
            .focus(number(0...1) == 0), .resized(.init(columns: number(1...400), rows: number(1...99))), .interrupted,
            .background(number(0...1) == 0 ? .light : .dark), .suspended, .resumed, .ended,
            .programEnded(.exited(Int32(number(0...255)))),
            .programEnded(.killed(signal: Int32(number(1...64)))), .failed(failure()),
        ]
        return pick(events)
    }

    mutating func model() -> ConsoleDriver.Model {
        var model = ConsoleDriver.Model()
        model.lines = (0..<number(0...2)).map { _ in text() }
        model.edition = number(0...2)
        model.input = pick([.none, .lines, .keys])
        model.title = pick([nil, text()])
        model.clipboard = pick([nil, .init(text(), edition: number(0...2))])
        model.bell = number(0...2)
        model.notification = pick([nil, .init(text(), text(), edition: number(0...2))])
        model.mouse = pick([.none, .drags, .moves])
        model.paste = number(0...1) == 0
        model.focus = number(0...1) == 0
        if number(0...2) == 0 { model.program = .init("vi", arguments: [text()]) }
        var canvas = ConsoleDriver.Canvas(.init(columns: number(1...20), rows: number(1...4)))
        for _ in 0..<number(0...5) { change(&canvas) }
        let place = canvas.cursor
        let contents: [ConsoleDriver.Model.Screen.Content] = [
            .canvas(canvas), .text(text(), cursor: place), .sequences(text(), cursor: place),
        ]
        model.linesHaveSequences = number(0...1) == 0
        model.bytes = number(0...2) == 0 ? [[UInt8(number(0...255))], Array("é".utf8)] : []
        if number(0...3) > 0 {
            model.screen = .init(pick(contents), plain: pick([nil, text()]), isFull: number(0...1) == 0)
        }
        return model
    }
}
