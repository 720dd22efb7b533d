import TestSupport

@testable import CycleMonitor

/// Recordings as programs write them, of each version and with each kind of line, for fuzzers to change.
enum RecordingSamples {
    static let header = #"{"format":"cycle-recording","version":2,"createdBy":"counter é","startedAt":1764316800.5}"#

    static let lines = [
        #"{"seq":0,"time":0.000000000,"wallTime":1764316800.500000000,"lens":"start","event":"start","effect":{"items":[{"id":1,"title":"tea"}],"total":0}}"#,
        #"{"seq":1,"time":1.500000000,"lens":"console","event":{"key":{"_0":"+"}},"change":[{"op":"replace","path":"/total","value":1}]}"#,
        #"{"seq":2,"time":1.500000001,"lens":"console","event":{"key":{"_0":"a"}},"change":[{"op":"add","path":"/items/1","value":{"id":2,"title":"e\u0301"}},{"op":"copy","from":"/items/0","path":"/items/-"}],"approved":true}"#,
        #"{"seq":3,"time":20.25,"lens":"timer é","event":[18,540000000000000000],"change":[{"op":"remove","path":"/items/0"}]}"#,
        #"{"seq":4,"time":21,"lens":"network","event":null,"change":[]}"#,
        #"{"seq":5,"time":22.0,"lens":"files","event":"saved","context":{"total":9},"effect":{"total":10}}"#,
        #"{"seq":6,"time":22.0,"lens":"files","event":"saved","context":{"total":10},"change":[{"op":"replace","path":"","value":[1,[2,[3]]]}]}"#,
    ]

    static let old = [
        #"{"format":"cycle-recording","version":1,"createdBy":"old"}"#,
        #"{"seq":0,"time":0.5,"cause":{"driver":"start","event":"start"},"context":{"a":1},"effect":{"a":1}}"#,
        #"{"seq":1,"time":1.5,"cause":{"driver":"keys","event":{"key":"x"}},"context":{"a":1},"effect":{"a":2},"approved":true}"#,
    ]

    static let files = [[header] + lines, [header] + lines + [header, lines[0], lines[1]], old].map {
        $0.joined(separator: "\n") + "\n"
    }

    static let words = [
        "\n", "\n\n", "\r\n", "\"effect\":", "\"context\":", "\"change\":[", "\"lens\":\"start\"", "\"approved\":true",
        "\"seq\":1,",
        "\"path\":\"\"", "\"path\":\"/items/0/title\"", "{\"op\":\"copy\",\"from\":\"\",\"path\":\"/a\"},",
        "\"event\":1", "\"cause\":{}",
        "\"time\":1e11", "\\", "\"", header, lines[0],
    ]

    static let mutator = Mutator(files, words: words)
}
