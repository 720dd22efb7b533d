import CycleBase

/// Reports in which folders something has happened, so that a watch looks at no other.
package protocol FolderEvents: AnyObject {
    /// Begins with an open folder; the descriptor may be closed afterwards. The same folder has the same token.
    func observe(_ folder: Int32) throws(SystemFailure) -> Int
    /// Begins with a file of an observed folder, for writes of which the folder does not tell: all of them on Apple's systems, those
    /// by another name of the file elsewhere. It ends with ``forgetFile(_:of:)`` or with the folder.
    func observeFile(_ name: FileName, in folder: Int32, of token: Int) throws(SystemFailure)
    func forgetFile(_ name: FileName, of token: Int)
    /// The number of files of a watched folder that are observed one by one: 0 where the folder tells of its files.
    var fileLimit: Int { get }
    func forget(_ token: Int)
    /// The changes since the last call, by folder; `nil` when that is not known. Of very many only the first: the others come with the next
    /// call.
    func take() -> FolderNews?
    func close()
}

extension FolderEvents {
    package func observeFile(_ name: FileName, in folder: Int32, of token: Int) throws(SystemFailure) {}
    package func forgetFile(_ name: FileName, of token: Int) {}
    package var fileLimit: Int { 0 }
}

/// A system's events of folders, for whose descriptor a poller waits.
package protocol FolderSource: FolderEvents, Sendable {
    /// Readable while there is something to take. Negative before ``open()``.
    var descriptor: Int32 { get }
    func open() throws(SystemFailure)
}
