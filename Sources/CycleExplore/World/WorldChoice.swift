/// A possibility, and the part of the world that it belongs to; `nil` for one of the application's own.
struct WorldChoice {
    let part: (any Explorable)?
    let possibility: Possibility
}
