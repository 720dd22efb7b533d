import Testing

/// Rules for the shape of the code of all modules.
@Suite("The shape of all modules")
struct ShapeTests {
    let tree = Tree()

    @Test("no class has more than sixteen stored properties: a larger one hides a state machine")
    func storedProperties() throws {
        for file in try tree.swiftFiles("Sources") {
            for (name, count) in file.storedPropertyCounts {
                #expect(count <= KernelTests.Budget.storedProperties, "\(file.path): \(name) has \(count)")
            }
        }
    }

    /// A key is a struct whose static members have the names of these cases, so that a switch over it needs a `default`.
    static let namesOfKeys = "Base"

    @Test("a switch over an enumeration of the house has no default, so that a new case is an error in each place")
    func defaults() throws {
        let files = try tree.swiftFiles("Sources")
        let enums = files.flatMap(\.enumCases)
        let keys = enums.filter { $0.name == Self.namesOfKeys && $0.cases.contains("pageUp") }
        #expect(enums.count > 200 && keys.count == 1, "the search for enumerations is wrong")
        for file in files {
            for (line, names) in file.switchesWithDefault where !keys.contains(where: { names.isSubset(of: $0.cases) })
            {
                let owners = enums.filter { names.isSubset(of: $0.cases) }.map(\.name)
                #expect(owners.isEmpty, "\(file.path):\(line): \(names.sorted()) of \(owners)")
            }
        }
    }

    @Test("a session is tested by random inputs and by all orders of them, and is consistent after each")
    func sessions() throws {
        let sessions = try tree.swiftFiles("Sources").filter {
            $0.path.hasSuffix("Session.swift") && $0.code.contains("mutating func receive(")
                && !$0.code.contains("protocol Session")
        }
        #expect(sessions.count > 10)
        let tests = try tree.swiftFiles("Tests")
        #expect(try tree.text("Sources/CycleBase/Session/Shell.swift").contains("assert(session.isConsistent"))
        for session in sessions {
            let name = session.path.split(separator: "/").last?.replacing(".swift", with: "") ?? ""
            let text = tests.first { $0.path.hasSuffix("/\(name)Tests.swift") }?.text ?? ""
            let world = tests.first { $0.path.hasSuffix("/\(name.replacing("Session", with: "World")).swift") }
            let isLookedAt = (text + (world?.text ?? "")).contains(/\.is(Whole|Consistent)\b|\.actions\(after:/)
            #expect(isLookedAt || session.code.contains("assert(isConsistent)"), "\(session.path)")
            #expect(text.contains("random") && text.contains(/all o(rders|utcomes) of/), "\(session.path): \(name)")
        }
    }

    @Test("a package type with inlinable members is usable from them, as the compiler specialises no others")
    func inlinableMembers() throws {
        var count = 0
        for file in try tree.swiftFiles("Sources")
        where file.code.hasAny(of: "@inlinable") && file.code.contains(#/@inlinable[^\n]*\n\s*package /#) {
            for type in file.code.matches(of: /\n(.*)package (?:struct|enum|protocol|final class) (\w+)/) {
                count += 1
                #expect(type.1.contains("@usableFromInline"), "\(file.path): \(type.2)")
            }
        }
        #expect(count > 2, "the search for inlinable members is wrong")
    }

    @Test("the counts see what they should")
    func counting() {
        let file = SourceFile(
            path: "",
            text: """
                final class Big {
                    struct Inner {
                        let one: Int
                    }
                    package let one: Int
                    private(set) var two = 2
                    var three: Int { 3 }
                    unowned let four: Big
                }
                struct Small {
                    let one: Int
                }
                enum Kind: Int {
                    case a(Int, b: (Int) -> Void), c
                    case `default` = 1,
                        d
                }
                func f(_ kind: Kind) {
                    switch kind {
                    case .a(let x): print(x)
                    case .c,
                        .d:
                        break
                    default: break
                    }
                    switch 1 {
                    case 1: break
                    default: break
                    }
                }
                """)
        #expect(file.storedPropertyCounts.map(\.name) == ["Big"])
        #expect(file.storedPropertyCounts.map(\.count) == [3])
        #expect(file.enumCases.map(\.cases) == [["a", "c", "default", "d"]])
        #expect(file.switchesWithDefault.map(\.names) == [["a", "c", "d"]])
        #expect(file.switchesWithDefault.map(\.line) == [19])
    }
}
