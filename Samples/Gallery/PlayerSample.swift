import CycleDrivers
import CycleScreens

/// A music player: the cover, the songs, how far the song has come, and its bands.
struct PlayerSample: Sample, Codable {
    static let title = "Player"
    static let source = #filePath
    static let pictureSize = Size(columns: 100, rows: 29)

    private static let songs: [(name: String, seconds: Int)] = [
        ("First light", 214), ("Slow water", 187), ("The long way round", 263), ("Paper boats", 172),
        ("Under the bridge lamps", 301), ("Tin roof", 148), ("Northern line", 226), ("What the tide left", 335),
    ]
    private static let cover = PixelPicture(width: 34, height: 44) { x, y in
        let (right, down) = (Double(x - 17), Double(y - 17))
        if right * right + down * down < 110 { return .rgb(255, UInt8(210 - 4 * y), UInt8(130 - 3 * y)) }
        // The lamps of the harbour lie as stripes on the water.
        if y > 24 {
            let isLamp = (x + y / 3) % 11 < 2 && y % 3 > 0
            return isLamp ? .rgb(250, UInt8(190 - y), 90) : .rgb(UInt8(20 + y), UInt8(50 + x), UInt8(90 + y))
        }
        return .rgb(UInt8(50 + 3 * y), UInt8(24 + y), UInt8(90 + 2 * x))
    }

    var list = ListState<Int>(selected: 2)
    var song = 2
    var tenths = 1_120
    var isPlaying = true
    var isMoving: Bool { isPlaying }

    mutating func tick() {
        guard isPlaying else { return }
        tenths += 1
        if tenths >= 10 * Self.songs[song].seconds { play((song + 1) % Self.songs.count) }
    }

    private mutating func play(_ number: Int) { (song, tenths) = (number, 0) }

    private static func clock(_ seconds: Int) -> String {
        "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
    }

    private var bands: View {
        View.columns(
            (0..<29).map { band in
                let height = (tenths * (band % 5 + 2) / 3 + band * band * 5) % 34
                let loud = Double(height < 17 ? height : 34 - height) * (1 - Double(band) / 40)
                return ChartBar("", 2 + loud, style: loud > 13 ? .warning : band < 8 ? .accent : .secondary)
            }, barWidth: 1, upTo: 20)
    }

    private var songs: View {
        list.view(of: Self.songs.indices, id: \.self) { number, row in
            let (name, seconds) = Self.songs[number]
            let style: Style = number == song ? .accent + .bold : .plain
            return .row {
                View.text("\(row.pointer)\(number == song ? "♪ " : "  ", .accent)\(name, style)")
                View.spacer
                View.text("\(Self.clock(seconds)) ", .muted)
            }
        }.region(0)
    }

    var view: View {
        let seconds = Self.songs[song].seconds
        return .column {
            View.row {
                Self.cover.view.width(34).border(title: "Harbour lights")
                View.column {
                    songs.height(Self.songs.count)
                    View.divider
                    bands
                }.padding(0, 1).border(title: "Songs", footer: "8 songs, 30 minutes")
            }
            View.column {
                View.row(spacing: 2) {
                    View.text(isPlaying ? "▶" : "‖", .success)
                    View.text(Self.songs[song].name, .bold)
                    View.spacer
                    View.text("\(song + 1) of \(Self.songs.count)", .muted)
                }
                View.row(spacing: 1) {
                    View.text(Self.clock(tenths / 10), .muted)
                    View.progress(Double(tenths) / Double(10 * seconds), hasNumber: false)
                    View.text(Self.clock(seconds), .muted)
                }
            }.padding(0, 1).border().height(4)
            View.help([.init([" "], isPlaying ? "pause" : "play"), .init(["n"], "next"), .init([.enter], "play this")])
        }
    }

    mutating func handle(_ input: Input) -> Outcome {
        switch input.key {
        case " ": isPlaying.toggle()
        case "n": play((song + 1) % Self.songs.count)
        default:
            let outcome = list.handle(input.at(0), rows: Self.songs.indices, id: \.self)
            guard outcome == .submitted, let number = list.element(in: Self.songs.indices, id: \.self) else {
                return outcome
            }
            play(number)
        }
        return .changed
    }
}
