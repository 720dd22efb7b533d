import Foundation
import TestSupport

/// Makes an empty folder and removes it afterwards.
func inFolder(_ work: (_ folder: String) async throws -> Void) async throws {
    let folder = try Folder()
    defer { withExtendedLifetime(folder) {} }
    try await work(folder.path)
}

/// The names of the files in a folder.
func names(in folder: String) -> Set<String> {
    do {
        return Set(try FileManager.default.contentsOfDirectory(atPath: folder))
    } catch {
        return ["\(error)"]
    }
}
