import Foundation

/// Makes an empty folder and removes it afterwards.
func inFolder(_ work: (_ folder: String) async throws -> Void) async throws {
    let folder = NSTemporaryDirectory() + "cycle-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try await work(folder)
    try FileManager.default.removeItem(atPath: folder)
}

/// The names of the files in a folder.
func names(in folder: String) -> Set<String> {
    do {
        return Set(try FileManager.default.contentsOfDirectory(atPath: folder))
    } catch {
        return ["\(error)"]
    }
}
