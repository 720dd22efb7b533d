import CycleTesting
import Testing

@testable import CycleDrivers

/// The walk to a file, over a file system that is a list of names, and that others change between any two calls.
@Suite("PathWalk")
struct PathWalkTests {
    typealias Failure = PersistenceDriver.Failure

    /// Small folders in which links and folders take each other's place.
    private struct Names {
        /// The entry at each path below the root; a link has a target.
        var entries: [String: (kind: FileStatus.Kind, target: String)] = [:]

        func kind(at path: [String]) -> FileStatus.Kind? {
            path.isEmpty ? .folder : entries[path.joined(separator: "/")]?.kind
        }
    }

    /// Walks, while `change` may change the names before each step.
    ///
    /// - Returns: The folder and the name that were found, `nil` for a missing one, and how many steps it took.
    private func walk(
        _ path: PersistenceDriver.Path, _ names: inout Names, makes: Bool = false, entersLast: Bool = false,
        follows: Bool = true, change: (inout Names, _ step: Int) -> Void = { _, _ in }
    ) throws -> (result: Result<String?, Failure>, stepCount: Int) {
        var walk = PathWalk(
            try PathParts(path), makesFolders: makes, entersLast: entersLast, followsLinks: follows)
        var step = PathWalk.Step.openRoot
        var open: [String] = []
        for number in 0..<10_000 {
            change(&names, number)
            let outcome: PathWalk.Outcome
            switch step {
            case .arrived(let name):
                return (.success((open + ["\(name)"]).joined(separator: "/")), number)
            case .missing: return (.success(nil), number)
            case .failed(let failure): return (.failure(failure), number)
            case .openRoot:
                open = []
                outcome = .entered
            case .lookUp(let name): outcome = .found(names.kind(at: open + ["\(name)"]))
            case .readLink(let name):
                let entry = names.entries[(open + ["\(name)"]).joined(separator: "/")]
                outcome =
                    switch entry?.kind {
                    case .link: .target(PersistenceDriver.Path(entry?.target ?? ""))
                    case nil: .failed(.missingFolder)
                    case .file, .folder, .other: .failed(.notALink)
                    }
            case .enter(let name, let isMissing):
                let place = (open + ["\(name)"]).joined(separator: "/")
                if isMissing, names.entries[place] == nil { names.entries[place] = (.folder, "") }
                switch names.entries[place]?.kind {
                case .folder:
                    open.append("\(name)")
                    outcome = .entered
                case .link: outcome = .failed(.symbolicLink)
                case nil, .file, .other: outcome = .failed(.missingFolder)
                }
            }
            step = walk.next(after: outcome)
            #expect(walk.isConsistent)
        }
        Issue.record("a walk without an end")
        return (.success(nil), 0)
    }

    @Test("follows links below the root, step by step, and none that leads out or in a circle")
    func links() throws {
        var names = Names()
        names.entries = [
            "a": (.folder, ""), "a/b": (.folder, ""), "here": (.link, "a/./b"), "a/up": (.link, "../a/b"),
            "out": (.link, "../x"), "root": (.link, "/a"), "circle": (.link, "circle"), "file": (.file, ""),
            "a/dot": (.link, "."),
        ]
        #expect(try walk("here/f", &names).result == .success("a/b/f"))
        #expect(try walk("a/up/f", &names).result == .success("a/b/f"))
        #expect(try walk("here", &names, entersLast: true).result == .success("a/b/."))
        for name in ["out/f", "root/f", "circle/f"] {
            #expect(try walk(PersistenceDriver.Path(name), &names).result == .failure(.symbolicLink))
        }
        #expect(try walk("here/f", &names, follows: false).result == .failure(.symbolicLink))
        #expect(try walk("here", &names).result == .success("a/b"))
        #expect(try walk("a/dot", &names).result == .failure(.notAFile))
        #expect(try walk("file/f", &names).result == .failure(.missingFolder))
        #expect(try walk("none/f", &names).result == .success(nil))
        #expect(try walk("none/f", &names, makes: true).result == .success("none/f"))
    }

    @Test("names that change their kind at every step lead to an end, a place below the root or a named failure")
    func races() throws {
        for seed in 0..<2_000 as Range<UInt64> {
            var random = SplitMix(seed: seed)
            var names = Names()
            let places = ["x", "x/y", "z"]
            let outcome = try walk(
                ["x/y/f", "z/y/f", "x/y"][Int(seed % 3)], &names, makes: seed % 2 == 0, entersLast: seed % 5 == 0
            ) { names, _ in
                let place = places.randomElement(using: &random) ?? "x"
                let kinds: [(FileStatus.Kind, String)?] = [
                    (.folder, ""), (.folder, ""), (.link, "x"), (.link, "../z"), (.file, ""), nil,
                ]
                names.entries[place] = kinds.randomElement(using: &random) ?? nil
            }
            // So many races end the walk.
            #expect(outcome.stepCount < 64 * 16)
            if case .failure(let failure) = outcome.result {
                #expect([.missingFolder, .symbolicLink, .notAFile].contains(failure), "seed \(seed): \(failure)")
            }
        }
    }

    @Test("a folder that is gone for one call is entered again")
    func raced() throws {
        for number in 0..<6 {
            var names = Names()
            names.entries = ["a": (.folder, ""), "a/b": (.folder, "")]
            let outcome = try walk("a/b/f", &names) { names, step in
                names.entries["a"] = step == number ? nil : (.folder, "")
            }
            // Looked up while it is gone, it is missing; opened while it is gone, the walk starts again.
            #expect(outcome.result == .success("a/b/f") || outcome.result == .success(nil))
        }
    }
}
