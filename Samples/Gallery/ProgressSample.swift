import CycleDrivers
import CycleScreens

struct ProgressSample: Sample {
    static let title = "Progress"
    static let source = #filePath

    /// The bytes that have come of each file, and how quickly they come.
    var files = [
        (name: "swift-6.3.tar.gz", size: 84_000_000, speed: 840_000),
        (name: "sources.zip", size: 9_000_000, speed: 300_000),
        (name: "a-file-with-a-long-name.iso", size: 700_000_000, speed: 2_100_000),
    ].map { (name: $0.name, size: $0.size, speed: $0.speed, meter: ProgressMeter(of: .bytes)) }
    var step = 0
    var isMoving: Bool { true }

    init() {
        for _ in 0..<25 { tick() }
    }

    mutating func tick() {
        step += 1
        for (index, file) in files.enumerated() {
            let done = step * file.speed % (file.size + 20 * file.speed)
            files[index].meter.record(min(done, file.size), of: file.size, at: .milliseconds(100 * step))
        }
    }

    var view: View {
        .column(spacing: 1) {
            for (file, style) in zip(files, [Style.accent, .success, .secondary]) {
                View.row(spacing: 1) {
                    View.text(.init(file.name), overflow: .ellipsisInTheMiddle).width(20)
                    View.progress(file.meter, style: style)
                }
            }
            View.row(spacing: 1) {
                View.text("who knows").width(20); View.progress(step: step)
            }
            View.gauge(Double(step % 101) / 100, label: "\(step % 101) of 100 files")
        }
    }
}
