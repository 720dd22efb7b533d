// Foundation with its URLSession, which is a module of its own on Linux.
@_exported public import Foundation

#if canImport(FoundationNetworking)
    @_exported public import FoundationNetworking
#endif
