import Foundation
import Testing

/// The compiler, and the modules that lie beside this test.
private enum Compiler {
    static let modules = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("Modules")
    /// The module of C that the drivers import.
    static let linux = modules.deletingLastPathComponent().appendingPathComponent("CLinux.build/module.modulemap")

    /// `nil` where it or the modules are not in the places that they have on Linux.
    static var place: URL? {
        guard FileManager.default.fileExists(atPath: modules.appendingPathComponent("CycleScreens.swiftmodule").path)
        else { return nil }
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.map { URL(fileURLWithPath: "\($0)/swiftc") }.first {
            FileManager.default.isExecutableFile(atPath: $0.path)
        }
    }
}

/// The mistakes that newcomers make most, compiled against the modules that lie beside this test.
@Suite("Mistakes that the compiler explains", .waiting, .enabled(if: Compiler.place != nil))
struct MistakeTests {
    /// A mistake is the text of a function, and the beginning of what the compiler says first about it.
    private static let mistakes: [(code: String, saying: String)] = [
        (
            "_ = CycledLens(startingWith: Tally()) { frames in frames.lens(ConsoleDriver()) }",
            "'lens' is unavailable: write lens(driver: …, frameFilter: …, eventFilter: …)"
        ),
        (
            """
            _ = CycledLens(startingWith: Tally()) { frames in
                frames.lens(ConsoleDriver(), frameFilter: { .screen("\\($0.total)", input: .keys) })
            }
            """, "'lens(_:label:frameFilter:eventFilter:)' is unavailable: write the label"
        ),
        (
            "_ = CycledLens(startingWith: Tally()) { frames in frames.lens(driver: ConsoleDriver()) }",
            "'lens(driver:label:eventFilter:)' is unavailable: a driver renders a model of the frame"
        ),
        (
            """
            _ = CycledLens(startingWith: Hello()) { frames in
                print("starting")
                frames.lens(screen: ConsoleDriver())
            }
            """, "'buildExpression' is unavailable: a statement here is a lens on these frames"
        ),
        (
            """
            _ = CycledLens(startingWith: Hello()) { frames in
                frames.lens(screen: ConsoleDriver())
                let number = 1
                number + 1
            }
            """, "'buildExpression' is unavailable: a statement here is a lens on these frames"
        ),
        (
            "_ = CycledLens(startingWith: Hello()) { frames in frames.lens(ConsoleDriver()) }",
            "'lens' is unavailable: write the label: lens(screen: …)"
        ),
        (
            "_ = CycledLens(startingWith: Tally()) { frames in frames.lens(screen: ConsoleDriver()) }",
            "'lens(screen:label:isFull:readsPipes:)' is unavailable: the frame is no Screen"
        ),
        (
            """
            _ = CycledLens(startingWith: Shared()) { frames in
                frames.lens(driver: ConsoleDriver(), frameFilter: { .screen("\\($0.total)", input: .keys) })
            }
            """, "'init(startingWith:answerLimit:lens:)' is deprecated: make the frame a struct"
        ),
        (
            """
            _ = CycledLens(startingWith: Compared()) { frames in
                frames.lens(driver: ConsoleDriver(), frameFilter: { .screen("\\($0.total)", input: .keys) })
            }
            """, "'init(startingWith:answerLimit:lens:)' is deprecated: make the frame a struct"
        ),
        (
            "let name: StyledText = \"a\"\nlet _: ScreenView = .text(\"\\(name) b\")",
            "'appendInterpolation' is deprecated: a String loses the styles"
        ),
        (
            """
            _ = CycledLens(startingWith: Tally()) { frames in
                frames.lens(driver: ConsoleDriver(), frameFilter: { .screen("\\($0.totel)", input: .keys) })
            }
            """, "value of type 'Tally' has no member 'totel'"
        ),
        (
            """
            _ = CycledLens(startingWith: Hello()) { frames in
                frames.lens(screen: ConsoleDriver())
                frames.lens(
                    driver: TimerDriver<Int>(), frameFilter: { _ in .none },
                    eventFilter: { frame, event in
                        if case .fired = event { frame.isDon = true }
                    })
            }
            """, "value of type 'Hello' has no member 'isDon'"
        ),
        ("let _: ScreenView = .text(\"a\").bordr()", "value of type 'ScreenView' has no member 'bordr'"),
    ]

    private static let beginning = """
        import Cycle
        import CycleDrivers
        import CycleScreens
        struct Tally: Equatable { var total = 0 }
        struct Hello: Screen, Equatable {
            var size: Size?
            var isDone = false
            var view: View { "hello" }
            mutating func handle(_ input: Input) -> Outcome { .ignored }
        }
        final class Shared { var total = 0 }
        final class Compared: Equatable {
            var total = 0
            static func == (one: Compared, other: Compared) -> Bool { one.total == other.total }
        }

        """

    /// The messages of the compiler, by line.
    private func said(about text: String) throws -> [(line: Int, message: String)] {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("mistakes-\(UUID().uuidString).swift")
        try text.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = Compiler.place
        process.arguments = [
            "-typecheck", "-swift-version", "6", "-module-name", "Mistakes", "-I", Compiler.modules.path,
            "-Xcc", "-fmodule-map-file=\(Compiler.linux.path)", file.path,
        ]
        process.standardError = pipe
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return output.split(separator: "\n").compactMap { row in
            guard let match = row.firstMatch(of: /\.swift:(\d+):\d+: (?:error|warning): (.*)/) else { return nil }
            return Int(match.1).map { ($0, String(match.2)) }
        }
    }

    @Test("are each told at once, before anything else about them")
    func first() throws {
        var (text, places) = (Self.beginning, [Range<Int>]())
        for (number, mistake) in Self.mistakes.enumerated() {
            let first = text.split(separator: "\n", omittingEmptySubsequences: false).count
            text += "func mistake\(number)() {\n\(mistake.code)\n}\n"
            places.append(first..<text.split(separator: "\n", omittingEmptySubsequences: false).count)
        }
        let said = try said(about: text)
        for (place, mistake) in zip(places, Self.mistakes) {
            let message = said.first { place.contains($0.line) }?.message
            #expect(message?.hasPrefix(mistake.saying) == true, "\(mistake.code): \(message ?? "nothing")")
        }
    }
}
