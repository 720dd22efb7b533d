import Foundation
import Testing

@Suite("The house")
struct HouseTests {
    let tree = Tree()

    @Test("the root package depends on nothing")
    func noDependencies() throws {
        #expect(!(try tree.text("Package.swift")).contains(".package("))
    }

    @Test("Cycle imports Synchronization and nothing else")
    func imports() throws {
        for file in try tree.swiftFiles("Sources/Cycle") {
            #expect(Set(file.importedModules).isSubset(of: ["Synchronization"]), "\(file.path)")
        }
    }

    @Test("the feedback systems and the state machines import Cycle, and not each other")
    func pureProducts() throws {
        for file in try tree.swiftFiles("Sources/CycleMachine") {
            #expect(Set(file.importedModules).isSubset(of: ["Cycle"]), "\(file.path)")
        }
        for file in try tree.swiftFiles(["Sources/CycleFeedback", "Sources/CycleHarvest"]) {
            #expect(Set(file.importedModules).isSubset(of: ["Cycle", "CycleMachine"]), "\(file.path)")
        }
    }

    @Test("a type is known by itself, and not by its name as text")
    func typesByName() throws {
        let comparison = #/(?:describing|reflecting): type\(of: [^)]*\)\) *[!=]=|_typeName\([^)]*\) *[!=]=/#
        for file in try tree.swiftFiles(["Sources", "Samples"]) {
            let isNamed = file.text.hasAny(of: "type(of: ", "_typeName(") && file.text.contains(comparison)
            #expect(!isNamed, "\(file.path)")
        }
    }

    @Test("a file is replaced in one place, and the cellar imports no module of the house")
    func cellar() throws {
        for file in try tree.swiftFiles("Sources/CycleBase") {
            #expect(!file.importedModules.contains { $0.hasPrefix("Cycle") }, "\(file.path)")
        }
        // The drivers replace files in folders that they hold open, by calls that tests let fail; a log that is full goes aside.
        let others: Set = [
            "Sources/CycleDrivers/Persistence/SystemFiles.swift", "Sources/CycleHTTP/Download/PartFile.swift",
            "Sources/CycleHTTP/Download/DownloadDisk.swift", "Sources/CycleMonitor/Recorder/NewestLines.swift",
            "Sources/CycleExplore/World/CheckpointFile.swift",
        ]
        // These read, by the C library's buffer.
        let readers: Set = ["Sources/CycleCampaign/LineOutput.swift", "Sources/CycleExplore/World/Words.swift"]
        for file in try tree.swiftFiles(["Sources", "Samples"]) where !file.path.hasPrefix("Sources/CycleBase/Files/") {
            let isReplacing =
                file.code.hasAny(of: "rename", "mkstemp(", "creat(", "O_TRUNC")
                && file.code.contains(/[^.\w]rename(?:at)?\((?!_)[^):]*,|\bmkstemp\(|\bcreat\(|\bO_TRUNC\b/)
            #expect(!isReplacing || others.contains(file.path), "\(file.path)")
            let isOpening = file.code.hasAny(of: "fopen(") && file.code.contains(/\bfopen\(/)
            #expect(!isOpening || readers.contains(file.path), "\(file.path)")
        }
    }

    /// `print` says nothing of a disk that is full: the program would have done its work, and its result would be lost.
    @Test("results are written by what says that they cannot be, and not printed")
    func printing() throws {
        // The first speaks to whoever runs tests, the second in the order of what a script prints; two have a function of this name.
        let others: Set = [
            "Sources/CycleExplore/Explore/Scenario+Happens.swift", "Sources/CycleScreens/Scripts/LongerQuestions.swift",
            "Sources/CycleDrivers/System/StandardError.swift", "Sources/CycleScreens/Scripts/PlainTalk.swift",
        ]
        for file in try tree.swiftFiles("Sources") where !others.contains(file.path) {
            #expect(!file.code.hasAny(of: "print(") || !file.code.contains(/[^.\w]print\(/), "\(file.path)")
        }
    }

    @Test("the system's words for a failure are said in one place")
    func wordsOfTheSystem() throws {
        for file in try tree.swiftFiles(["Sources", "Samples"]) where !file.path.hasSuffix("/SystemFailure.swift") {
            #expect(!file.code.hasAny(of: "strerror("), "\(file.path): ask `SystemFailure.words(of:)`")
        }
    }

    @Test("a file is locked in one place, which knows what file systems without locks answer")
    func locks() throws {
        // The drivers lock by a call that tests let fail, and look at its failure.
        let others: Set = [
            "Sources/CycleBase/Files/FileLock.swift", "Sources/CycleDrivers/Persistence/SystemFiles.swift",
        ]
        for file in try tree.swiftFiles(["Sources", "Samples"]) where !others.contains(file.path) {
            let isLocking = file.code.hasAny(of: "flock(", "lockf(") && file.code.contains(/\b(?:flock|lockf)\(/)
            #expect(!isLocking, "\(file.path): lock it by `FileLock.take`")
            let isTaking = file.code.hasAny(of: "FileLock.take(")
            #expect(!isTaking || file.code.hasAny(of: "FileLock.release("), "\(file.path): release what it has taken")
        }
    }

    @Test("the mode of a file is set, and its owner looked at, where disks that give all files to one user are known")
    func modesAndOwners() throws {
        for file in try tree.swiftFiles(["Sources", "Samples"]) {
            let isTheOne = ["FileMode.swift", "FileOwner.swift"].contains { file.path.hasSuffix("/" + $0) }
            // A link or a folder of another user is refused on any disk, and so is the other side of a connection.
            let others = ["/LinkTarget.swift", "/LocalSocket.swift"].contains { file.path.hasSuffix($0) }
            if isTheOne { continue }
            #expect(!file.code.contains(/\bfchmod\(/), "\(file.path): set it by `FileMode.set`")
            #expect(others || !file.code.contains(/\bgeteuid\(/), "\(file.path): ask `FileOwner`")
        }
    }

    /// Whether a file takes JSON apart by itself: a type with such a name, or the words of JSON that are compared with a text.
    private static func readsJSON(_ file: SourceFile) -> Bool {
        let names = file.types.map(\.name)
        let isNamed = names.contains {
            guard $0.hasAny(of: "JSON") else { return false }
            return $0 == "JSON" || $0.contains(#/JSON\w*(?:Value|Parser|Reader|Scanner|Lexer|Token|Decoder)$/#)
        }
        let hasWords = ["\"null\"", "\"true\"", "\"false\""].allSatisfy { word in
            file.text.hasAny(of: word)
                && file.lines.contains { line in
                    line.hasAny(of: word) && !line.drop { $0 == " " }.hasPrefix("//")
                        && line.contains(#/\b(?:take|literal|starts|begins|isNext)\(/#)
                }
        }
        return isNamed || hasWords
            || file.code.hasAny(of: "JSON") && file.code.contains(#/\bJSON(?:Serialization|Decoder)\b/#)
    }

    @Test("JSON is read in one place")
    func json() throws {
        // Foundation decodes frames into types of the application, and documents of an older program.
        let others: Set = [
            "Sources/CycleMonitor/JSON/JSONEncoding.swift", "Sources/CycleMonitor/Import/AncestorSession.swift",
            "Sources/CycleMonitor/System/Foundation.swift",
        ]
        var found: Set<String> = []
        for file in try tree.swiftFiles(["Sources", "Samples"]) where Self.readsJSON(file) {
            if file.path.hasPrefix("Sources/CycleBase/JSON/") || others.contains(file.path) {
                found.insert(file.path)
            } else {
                Issue.record("\(file.path): read JSON by `JSONParser` of CycleBase")
            }
        }
        #expect(
            found == others.union(["Sources/CycleBase/JSON/JSON.swift", "Sources/CycleBase/JSON/JSONParser.swift"]))
        for second in [
            "struct JSONReader {}", "enum JSONValue {}",
            "func f() {\n    take(\"true\"); take(\"false\")\n    take(\"null\")\n}",
        ] {
            #expect(Self.readsJSON(SourceFile(path: "", text: second)), "\(second)")
        }
    }

    @Test("screens import Cycle, the console's canvas, keys and models, and the cellar, and nothing else")
    func screens() throws {
        for file in try tree.swiftFiles("Sources/CycleScreens") {
            #expect(Set(file.importedModules).isSubset(of: ["Cycle", "CycleBase", "CycleDrivers"]), "\(file.path)")
        }
    }

    @Test("no product looks at what another keeps to itself")
    func privacy() throws {
        for file in try tree.swiftFiles("Sources") {
            let isPrying =
                file.code.hasAny(of: "@testable", "@_spi", "package import")
                && file.code.contains(/@testable|@_spi|\bpackage import\b/)
            #expect(!isPrying, "\(file.path)")
        }
    }

    @Test("no driver but the network's imports Foundation, and CycleTesting needs no test framework")
    func weight() throws {
        for file in try tree.swiftFiles("Sources/CycleDrivers") {
            for name in file.importedModules {
                #expect(!["Foundation", "FoundationNetworking", "Dispatch"].contains(name), "\(file.path)")
            }
        }
        for file in try tree.swiftFiles("Sources/CycleTesting") where !file.path.hasSuffix("/UnexpectedTurn.swift") {
            #expect(
                !file.importedModules.contains("Testing") && !file.importedModules.contains("XCTest"), "\(file.path)")
        }
        let failing = try tree.text("Sources/CycleTesting/UnexpectedTurn.swift")
        #expect(failing.hasPrefix("#if canImport(Testing)\n    import Testing\n#endif\n"))
    }

    @Test("systems differ in the files of folders named System; the others import the C library as CycleBase")
    func systems() throws {
        let condition = /#(?:if|elseif) .*(?:\bos\(|targetEnvironment\(|canImport\((?!Testing\)))/
        for file in try tree.swiftFiles(["Sources", "Samples"]) {
            let isDifference = file.path.contains("/System/") || file.path == "Sources/CycleBase/CLibrary.swift"
            let hasCondition = file.code.hasAny(of: "#if", "#elseif") && file.code.contains(condition)
            #expect(isDifference || !hasCondition, "\(file.path)")
        }
        for file in try tree.swiftFiles(["Sources", "Samples", "Tests"]) where !file.path.contains("/System/") {
            let isSameForAll = !file.text.hasAny(of: "#elseif canImport(Darwin)\n    import Darwin\n#endif")
            #expect(
                isSameForAll || file.path == "Tests/Fixtures/FileSaver/main.swift", "\(file.path): import CycleBase")
        }
    }

    @Test("poll is asked for something: Darwin's tells of a hang-up only where it is asked for that or for bytes")
    func asksForSomething() throws {
        for file in try tree.swiftFiles(["Sources", "Samples"]) {
            guard file.code.hasAny(of: "pollfd(") else { continue }
            #expect(!file.code.contains(/\bpollfd\([^()]*events: (?:0|\[\]),/), "\(file.path)")
        }
    }

    @Test("a file is one reading: no more than 300 lines")
    func fileLengths() throws {
        for file in try tree.swiftFiles(["Sources", "Samples"]) {
            // The text after the last line break is no line.
            #expect(file.lines.count - 1 <= 300, "\(file.path)")
        }
    }

    @Test("a function is one screen: no more than 40 lines")
    func functionLengths() throws {
        for file in try tree.swiftFiles(["Sources", "Samples"]) {
            // Without the lines of its braces.
            for function in file.functions { #expect(function.lineCount <= 42, "\(file.path): \(function.name)") }
        }
    }

    @Test("an exit test is waiting: one that is not keeps the ends of all others from being seen")
    func exitTests() throws {
        for file in try tree.swiftFiles("Tests") where file.path != "Tests/HouseTests/HouseTests.swift" {
            guard file.code.hasAny(of: "(processExitsWith:") else { continue }
            let isWaiting = file.code.contains("extension Loopback") || file.code.contains(/@Suite\([^)]*\.waiting/)
            let exits = file.code.matches(of: /\(processExitsWith:/).count
            #expect(isWaiting || file.code.matches(of: /,\s+\.waiting\b/).count >= exits, "\(file.path)")
        }
    }

    @Test(
        "a suite that starts programs is waiting, as one that has ended keeps the testing library busy until it is noticed"
    )
    func programTests() throws {
        let starts = /[^a-z]Process\(\)|Fixture\(|ProcessDriver<.*\(\)|posix_spawn\(/
        let folders = ["CycleDriversTests", "CycleMonitorTests", "GuideTests"]
        for file in try tree.swiftFiles(folders.map { "Tests/\($0)" }) where file.code.contains("@Suite") {
            guard file.code.contains(starts), file.code.contains(/\brun\(|Process\(\)|Fixture\(/) else { continue }
            #expect(file.code.contains(/\.waiting\b/), "\(file.path)")
        }
    }

    @Test("every unchecked Sendable has its reason beside it")
    func uncheckedReasons() throws {
        for file in try tree.swiftFiles("Sources") where file.code.hasAny(of: "@unchecked Sendable") {
            #expect(file.text.contains("/// Unchecked: "), "\(file.path)")
        }
    }

    @Test("nothing unfinished, and nothing that traps on input")
    func unfinished() throws {
        for file in try tree.swiftFiles(["Sources", "Samples"]) {
            for word in ["TODO", "FIXME", "try!", "try?", "as!", ".unsafelyUnwrapped", "@inline(__always)"] {
                let isThere = (word == "TODO" ? file.text : file.code).hasAny(of: word)
                #expect(!isThere, "\(file.path): \(word)")
            }
        }
    }

    @Test("a mistake of the programmer ends the program in one function of each product, in a file named Stop")
    func traps() throws {
        for file in try tree.swiftFiles(["Sources", "Samples"]) {
            let isTrapping =
                file.code.hasAny(of: "fatalError(", "precondition", "assertionFailure(")
                && file.code.contains(/\b(fatalError|precondition|preconditionFailure|assertionFailure)\(/)
            #expect(!isTrapping || file.path.hasSuffix("/Stop.swift"), "\(file.path)")
        }
    }

    @Test("every public symbol of the drivers and the monitor is documented, but for what protocols of others ask for")
    func driversAreDocumented() throws {
        let ofProtocols = [
            "init(from decoder:", "func encode(to ", "static func == ", "static func < ", "func hash(into ",
            "var description: String", "init?(_ description: String)", "Literal ", "let rawValue", "init(rawValue:",
            "func eventsCapturedAfterRendering",
        ]
        let products = [
            "CycleDrivers", "CycleHTTP", "CycleNetwork", "CycleURLSession", "CycleMonitor", "CycleInspector",
        ].map { "Sources/\($0)" }
        for file in try tree.swiftFiles(products) {
            let found = file.undocumented.filter { !$0.hasAny(of: ofProtocols) }
            #expect(found.isEmpty, "\(file.path): \(found)")
        }
    }

    /// A sample of the gallery as the book shows it: see `ComponentPage` in the tests of CycleScreens.
    private static func asComponent(_ sample: String) -> String {
        sample.replacing(#/: Sample(, Codable)? {/#, with: ": Component {")
            .replacing(#/ {4}static let (title|source|pictureSize) = .*\n/#, with: "").replacing("{\n\n", with: "{\n")
    }

    @Test("the suites that the book names as witnesses are there")
    func namedSuites() throws {
        let suites = Set(try tree.swiftFiles("Tests").map { $0.path.split(separator: "/").last ?? "" })
        let pages = try tree.allPages.filter { $0.hasPrefix("Docs/Book.docc/Drivers/") }
        #expect(pages.count > 8)
        for page in pages {
            for name in try tree.text(page).matches(of: /`(\w+Tests)`/).map(\.output.1) {
                #expect(suites.contains("\(name).swift"), "\(page) names \(name)")
            }
        }
    }

    @Test("every Swift block of the README and of the guides stands in a file that is compiled")
    func shownCode() throws {
        let texts = try tree.swiftFiles(["Samples", "Tests", "Programs/Sources", "Programs/Tests"]).map { file in
            file.path.hasPrefix("Samples/Gallery/") ? Self.asComponent(file.text) : file.text
        }
        let sources = texts.map(\.unindented).joined(separator: "\n")
        let blocks = try tree.shown.joined().matches(of: /```swift\n([\s\S]*?)```/).map { String($0.output.1) }
        #expect(!blocks.isEmpty)
        for block in blocks where !block.contains(".package(") {
            let wanted = block.unindented
            #expect(sources.hasAny(of: wanted), "\(block)")
        }
    }

    @Test("every public type of a product is listed on the first page of its documentation")
    func listedTypes() throws {
        let name = /^public (?:final |indirect )*(?:struct|class|enum|protocol|actor) (\w+)/
        for product in try tree.folders("Sources") {
            guard try tree.folders("Sources/\(product)").contains("\(product).docc") else { continue }
            let shown = try tree.text("Sources/\(product)/\(product).docc/\(product).md")
            for file in try tree.swiftFiles("Sources/\(product)") {
                guard file.text.hasAny(of: "public ") else { continue }
                let publicLines = file.lines.filter { $0.hasPrefix("public ") }
                let names = publicLines.compactMap { $0.firstMatch(of: name)?.output.1 }
                    .filter { !shown.contains("``\($0)``") }
                #expect(names.isEmpty, "\(file.path): \(names)")
            }
        }
    }

    @Test("every public name of Cycle is shown by the README, a guide or a sample")
    func shownNames() throws {
        let shown = try tree.shown.joined() + tree.swiftFiles(["Samples"]).map(\.text).joined()
        let words = Set(shown.utf8.split { !$0.isInWord }.map { Substring($0) })
        // The requirements of protocols of the standard library and of the compiler.
        let asked: Set<Substring> = [
            "hash", "encode", "replaceSubrange", "buildExpression", "buildBlock", "buildOptional", "buildEither",
        ]
        let name = /public (?:\w+(?:\(set\))? )*(?:struct|class|enum|protocol|func|var|let|typealias) `?(\w+)/
        for file in try tree.swiftFiles(["Sources/Cycle"]) {
            let promised = file.text.replacing(/@available\(\*, deprecated.*\n.*/, with: "")
            let names = promised.split(separator: "\n").filter { $0.contains("public ") }
                .compactMap { $0.firstMatch(of: name)?.output.1 }.filter { !words.contains($0) && !asked.contains($0) }
            #expect(names.isEmpty, "\(file.path): \(names)")
        }
    }
}

extension String {
    /// Without what differs when code is moved elsewhere: empty lines, and the space before lines and before comments.
    fileprivate var unindented: String {
        utf8.split(separator: UInt8(ascii: "\n")).map { bytes in
            let line = Substring(bytes).trimmingCharacters(in: .whitespaces)
            return line.hasAny(of: "  //") ? line.replacing(/\s+\/\//, with: " //") : line
        }.filter { !$0.isEmpty }.joined(separator: "\n")
    }
}
