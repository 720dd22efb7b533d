import Foundation
import Testing

/// `Docs/AddingADriver.md` lists the places of a driver; these are the ones that the compiler does not name.
@Suite("The drivers of the house")
struct DriverTests {
    let tree = Tree()

    private func drivers() throws -> [String] {
        try tree.swiftFiles(["Sources/CycleDrivers", "Sources/CycleNetwork"]).flatMap { file in
            file.code.matches(of: /(?m)^public struct (\w+Driver)\b/).map { String($0.output.1) }
        }
    }

    /// The names of the pages of the book about drivers, without the first.
    private func pages() throws -> [String] {
        let folder = "Docs/Book.docc/Drivers/"
        return try tree.allPages.filter { $0.hasPrefix(folder) }.map { String($0.dropFirst(folder.count).dropLast(3)) }
            .filter { $0 != "Drivers" }
    }

    @Test("each is found here")
    func found() throws {
        #expect(Set(try drivers()).isSuperset(of: ["ConsoleDriver", "NetworkDriver", "ProcessDriver", "SignalDriver"]))
        #expect(try pages().count > 8)
    }

    @Test("each has a program on a page below Docs/Book.docc/Drivers")
    func book() throws {
        let text = try pages().map { try tree.text("Docs/Book.docc/Drivers/\($0).md") }.joined()
        for driver in try drivers() {
            let isShown = text.contains("driver: \(driver)")
            #expect(isShown, "\(driver) has no page in Docs/Book.docc/Drivers")
        }
    }

    @Test("each page is listed in Docs/Book.docc/Drivers/Drivers.md, and tested below Tests/GuideTests/Drivers")
    func listedPages() throws {
        let list = try tree.text("Docs/Book.docc/Drivers/Drivers.md")
        let tests = Set(try tree.swiftFiles("Tests/GuideTests/Drivers").map(\.path))
        for page in try pages() {
            let isListed = list.contains("<doc:\(page)>")
            #expect(isListed, "Docs/Book.docc/Drivers/Drivers.md does not list \(page)")
            let test = "Tests/GuideTests/Drivers/\(page)PageTests.swift"
            #expect(tests.contains(test), "\(test) is not there")
        }
    }

    @Test("each has a row in the table of twins of TestingAProgram.md")
    func twins() throws {
        let rows = try tree.text("Sources/CycleTesting/CycleTesting.docc/TestingAProgram.md").split(separator: "\n")
            .filter { $0.hasPrefix("| ``") }
        for driver in try drivers() {
            let isThere = rows.contains { $0.contains("`\(driver)`") }
            #expect(isThere, "\(driver) is not in TestingAProgram.md")
        }
    }

    @Test("each has a model that wants nothing, by the name of none")
    func none() throws {
        let sources = try tree.swiftFiles(["Sources/CycleDrivers", "Sources/CycleNetwork"])
        let count = sources.count { $0.code.contains("static var none: Model { Model() }") }
        #expect(count == (try drivers()).count)
    }

    @Test("Tests/README.md names each conformance suite")
    func conformance() throws {
        let page = try tree.text("Tests/README.md")
        let suites = try tree.swiftFiles("Tests").flatMap(\.types).map(\.name).filter {
            $0.hasSuffix("ConformanceTests")
        }
        #expect(suites.count > 4)
        for suite in suites {
            let isNamed = page.contains("`\(suite)`")
            #expect(isNamed, "Tests/README.md does not name \(suite)")
        }
    }

    @Test("the build of the kernel alone leaves the folders of drivers out, in Package.swift")
    func kernelBuild() throws {
        let list = try tree.text("Package.swift").firstMatch(of: /let drivers = \[(.*)\]/)?.output.1 ?? ""
        let left = Set(list.matches(of: /"(\w+)"/).map { String($0.output.1) })
        let folders = Set(try tree.folders("Sources/CycleDrivers").filter { !$0.contains(".") })
        // Tests of the kernel need time.
        #expect(left == folders.subtracting(["System", "Timer"]))
    }
}
