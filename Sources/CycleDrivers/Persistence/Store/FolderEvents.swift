/// Reports in which folders something has happened, so that a watch looks at no other.
package protocol FolderEvents: AnyObject {
    /// Begins with an open folder; the descriptor may be closed afterwards. The same folder has the same token.
    func observe(_ folder: Int32) throws(SystemFailure) -> Int
    func forget(_ token: Int)
    /// The changes since the last call, by folder; `nil` when that is not known.
    func take() -> FolderNews?
    func close()
}
