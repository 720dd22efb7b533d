/// Tells in which folders something has happened, so that nobody has to look while nothing has.
package protocol FolderEvents: AnyObject {
    /// Begins with an open folder; the descriptor may be closed afterwards. The same folder has the same token.
    func observe(_ folder: Int32) throws(SystemFailure) -> Int
    func forget(_ token: Int)
    /// What has happened since, by folder; `nil` when that is not known.
    func take() -> FolderNews?
    func close()
}

/// The names in each folder to which something has happened. An empty name is the folder itself: anything may have.
package typealias FolderNews = [Int: Set<FileName>]
