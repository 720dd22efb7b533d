// The transport over URLSession, as a declaration without meaning: the real one would bring glibc's types with Foundation.
import CycleHTTP

extension HTTP.Transport {
    public static var urlSession: HTTP.Transport { fatalError() }
}
