// The C library of the system under one name, so that no other file asks which system it is compiled for. A part of all
// products that call the system, and no product itself.
#if canImport(Glibc)
    @_exported import Glibc
#elseif canImport(Musl)
    @_exported import Musl
#elseif canImport(Darwin)
    @_exported import Darwin
#endif
