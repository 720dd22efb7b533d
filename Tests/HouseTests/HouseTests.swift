import Foundation
import Testing

@Suite("The house")
struct HouseTests {
    let tree = Tree()

    @Test("the root package depends on nothing")
    func noDependencies() throws {
        #expect(!(try tree.text("Package.swift")).contains(".package("))
    }

    @Test("Cycle imports Synchronization, and Observation in one file, and nothing else")
    func imports() throws {
        var observing = 0
        for file in try tree.swiftFiles("Sources/Cycle") {
            for name in file.importedModules {
                if name == "Observation" { observing += 1 } else { #expect(name == "Synchronization", "\(file.path)") }
            }
        }
        #expect(observing == 1)
    }

    @Test("no driver but the network's imports Foundation, and CycleTesting imports no test framework")
    func weight() throws {
        for file in try tree.swiftFiles("Sources/CycleDrivers") {
            for name in file.importedModules {
                #expect(!["Foundation", "FoundationNetworking", "Dispatch"].contains(name), "\(file.path)")
            }
        }
        for file in try tree.swiftFiles("Sources/CycleTesting") {
            #expect(
                !file.importedModules.contains("Testing") && !file.importedModules.contains("XCTest"), "\(file.path)")
        }
    }

    /// From the bottom up; what stands beside each other does not know of each other.
    static let layers = [["Signal"], ["Loop"], ["Lens"], ["Animation", "Feedback", "Harvest"]]

    @Test("a folder of Cycle names no type of a folder above it or beside it")
    func directions() throws {
        for (level, folders) in Self.layers.enumerated() {
            for folder in folders {
                let unknown =
                    Self.layers[(level + 1)...].flatMap { $0 } + folders.filter { $0 != folder }
                let names = try Set(unknown.flatMap { try tree.swiftFiles("Sources/Cycle/\($0)") }.flatMap(\.typeNames))
                let files = try tree.swiftFiles("Sources/Cycle/\(folder)")
                // `Harvester.Feedback` is not the `Feedback` of the folder beside it.
                let nested = Set(files.flatMap(\.nestedTypeNames))
                for file in files {
                    let words = Set(file.code.matches(of: /\b[A-Z][A-Za-z0-9]+\b/).map { String($0.output) })
                        .subtracting(nested)
                    #expect(words.isDisjoint(with: names), "\(file.path) names \(words.intersection(names).sorted())")
                }
            }
        }
    }

    @Test("a file is one reading: no more than 300 lines")
    func fileLengths() throws {
        for file in try tree.swiftFiles("Sources") + tree.swiftFiles("Samples") {
            #expect(file.lines.count <= 301, "\(file.path)")
        }
    }

    @Test("a function is one screen: no more than 40 lines")
    func functionLengths() throws {
        for file in try tree.swiftFiles("Sources") + tree.swiftFiles("Samples") {
            for function in file.functions { #expect(function.lineCount <= 42, "\(file.path): \(function.name)") }
        }
    }

    @Test("threads meet in the mailbox and the doors to it, and tasks start in one file")
    func lockPlaces() throws {
        let meetings: Set = ["Mailbox", "Door", "Inlet", "InletDoor", "Sampler", "Alarms", "Effects"].reduce(into: []) {
            $0.insert("Sources/Cycle/Loop/\($1).swift")
        }
        for file in try tree.swiftFiles("Sources/Cycle") {
            let code = file.code
            for word in ["Mutex", "NSLock", "pthread_", "DispatchQueue", "nonisolated(unsafe)"] {
                #expect(!code.contains(word), "\(file.path): \(word)")
            }
            if !meetings.contains(file.path) {
                #expect(!code.contains("Atomic"), "\(file.path)")
                #expect(!code.contains("@unchecked"), "\(file.path)")
            }
            if file.path != "Sources/Cycle/Loop/Effects.swift" {
                #expect(code.firstMatch(of: /\bTask(\.detached|\.immediate)?\s*[({]/) == nil, "\(file.path)")
            }
        }
    }

    @Test("every unchecked Sendable has its reason beside it")
    func uncheckedReasons() throws {
        for file in try tree.swiftFiles("Sources") where file.code.contains("@unchecked Sendable") {
            #expect(file.text.contains("/// Unchecked: "), "\(file.path)")
        }
    }

    @Test("nothing unfinished, and nothing that traps on input")
    func traps() throws {
        for file in try tree.swiftFiles("Sources") + tree.swiftFiles("Samples") {
            let code = file.code
            for word in ["TODO", "FIXME", "fatalError(", "try!", "as!", ".unsafelyUnwrapped", "@inline(__always)"] {
                #expect(!code.contains(word) && !(word == "TODO" && file.text.contains(word)), "\(file.path): \(word)")
            }
        }
    }

    @Test("every Swift block of the README stands in a file that is compiled")
    func readmeBlocks() throws {
        let sources = try (tree.swiftFiles("Samples") + tree.swiftFiles("Tests")).map(\.text).map(\.unindented)
        let blocks = try tree.text("README.md").matches(of: /```swift\n([\s\S]*?)```/).map { String($0.output.1) }
        #expect(!blocks.isEmpty)
        for block in blocks where !block.contains(".package(") {
            let wanted = block.unindented
            #expect(sources.contains { $0.contains(wanted) }, "\(block)")
        }
    }
}

extension String {
    /// Without what differs when code is moved elsewhere: the space before lines, and empty lines.
    fileprivate var unindented: String {
        split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
            .joined(separator: "\n")
    }
}

extension Tree.File {
    fileprivate var importedModules: [String] {
        lines.compactMap { line in
            line.firstMatch(of: /^\s*(?:@\w+ |public |package |internal )*import (?:struct |class |func |enum )?(\w+)/)
                .map { String($0.output.1) }
        }
    }

    /// The types declared at the left margin.
    fileprivate var typeNames: [String] {
        lines.compactMap { line in
            line.firstMatch(
                of:
                    /^(?:@\w+ |public |package |open |final |indirect )*(?:class|struct|enum|protocol|actor|typealias) (\w+)/
            )
            .map { String($0.output.1) }
        }
    }

    /// The types declared inside others.
    fileprivate var nestedTypeNames: [String] {
        lines.compactMap { line in
            line.firstMatch(
                of:
                    /^ +(?:@\w+ |public |package |private |fileprivate |final |indirect )*(?:class|struct|enum|typealias) (\w+)/
            )
            .map { String($0.output.1) }
        }
    }

    fileprivate var functions: [(name: String, lineCount: Int)] {
        var found: [(String, Int)] = []
        var open: (name: String, indent: Int, start: Int)?
        for (number, line) in code.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let indent = line.prefix { $0 == " " }.count
            if let function = open, line.trimmingCharacters(in: .whitespaces).hasPrefix("}"), indent == function.indent
            {
                found.append((function.name, number - function.start + 1))
                open = nil
            } else if open == nil, let match = line.firstMatch(of: /\b(?:func (\S+?)\(|init[?]?[(<]|deinit)/) {
                guard !line.contains("}") || line.hasSuffix("{") else { continue }
                open = (String(match.output.1 ?? "init"), indent, number)
            }
        }
        return found
    }
}
