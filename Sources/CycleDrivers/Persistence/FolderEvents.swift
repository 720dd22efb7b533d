/// Tells in which folders something has happened, so that nobody has to look while nothing has.
package protocol FolderEvents: AnyObject {
    /// Can be read when there is something to ``take()``; negative before the first folder is observed.
    var descriptor: Int32 { get }
    /// Begins with an open folder; the descriptor may be closed afterwards. The same folder has the same token.
    func observe(_ folder: Int32) throws(SystemFailure) -> Int
    func forget(_ token: Int)
    /// The folders in which something has happened since; `nil` when it is not known which.
    func take() -> Set<Int>?
    func close()
}
