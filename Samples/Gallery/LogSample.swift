import CycleDrivers
import CycleScreens

struct LogSample: Sample {
    static let title = "Log"
    static let source = #filePath

    var log: LogBuffer = {
        var log = LogBuffer(limit: 1_000)
        for number in 0..<20 { log.append(LogSample.line(number)) }
        return log
    }()
    var count = 20
    var isMoving: Bool { true }

    mutating func tick() {
        count += 1
        if count % 5 == 0 { log.append(Self.line(count / 5 + 16)) }
    }

    var view: View {
        log.view { line in
            let style: Style = line.contains("ERROR") ? .danger : line.contains("WARN") ? .warning : .plain
            return StyledText(line, style)
        }.region(0).border(title: "service.log", footer: "\(log.lines.count) lines; ↑ stops, G follows")
    }

    mutating func handle(_ input: Input) -> Outcome { log.handle(input.at(0)) }

    private static func line(_ number: Int) -> String {
        let level = number % 11 == 7 ? "ERROR" : number % 5 == 3 ? "WARN " : "INFO "
        return "12:\(10 + number / 60 % 50):\(10 + number % 50) \(level) request \(number) took \(number * 37 % 90) ms"
    }
}
