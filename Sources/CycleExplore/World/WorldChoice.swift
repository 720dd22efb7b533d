/// A possibility, and the part of the world that it belongs to; `nil` for one of the application's own.
struct WorldChoice {
    let part: (any Explorable)?
    /// With the program's name before its lane, where its part belongs to one of several.
    let possibility: Possibility
    /// The program that it happens to, where there are several.
    var program: (any SystemProgram)?

    /// Makes it happen.
    func happen() {
        guard let program, program !== part else { return part?.happen(possibility) ?? () }
        var own = possibility
        own.lane = String(own.lane.dropFirst(program.name.count + 1))
        part?.happen(own)
    }
}
