import CycleDrivers
import CycleScreens

struct ProgressSample: Sample {
    static let title = "Progress"
    static let source = #filePath

    var step = 37
    var isMoving: Bool { true }
    mutating func tick() { step += 1 }

    var view: View {
        .column(spacing: 1) {
            bar("swift-6.3.tar.gz", 1, .cyan)
            bar("sources.zip", 2, .green)
            bar("a-file-with-a-long-name.iso", 3, .magenta)
            View.row(spacing: 1) {
                View.text("who knows").width(20); View.progress(step: step)
            }
            View.gauge(fraction(1), label: "\(Int(fraction(1) * 100)) of 100 files")
        }
    }

    private func fraction(_ speed: Int) -> Double { Double(step * speed % 130) / 100 }

    private func bar(_ name: String, _ speed: Int, _ style: Style) -> View {
        .row(spacing: 1) {
            View.text(.init(name), overflow: .ellipsisInTheMiddle).width(20)
            View.progress(fraction(speed), style: style)
        }
    }
}
