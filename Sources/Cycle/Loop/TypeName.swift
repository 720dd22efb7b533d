/// What moments and complaints call a source that was given no label.
///
/// Not inlined anywhere: in optimised code of another module the name of a private type has that module's hash in it.
@usableFromInline
func name(of type: Any.Type) -> String {
    String(describing: type)
}
