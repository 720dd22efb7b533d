// swift-tools-version: 6.2
import PackageDescription

func product(_ name: String) -> Target.Dependency { .product(name: name, package: "Cycle") }
let screens = [product("Cycle"), product("CycleDrivers"), product("CycleScreens")]
let testing = [product("CycleTesting"), product("CycleExplore")]

/// A program: a library, so that its tests can import it, and the executable that reads the command line.
func program(_ name: String, _ products: [Target.Dependency]) -> [Target] {
    [
        .target(name: name, dependencies: products),
        .executableTarget(
            name: name.lowercased(), dependencies: [.target(name: name)] + products,
            path: "Sources/\(name.lowercased())-main"),
        .testTarget(name: "\(name)Tests", dependencies: [.target(name: name)] + products + testing),
    ]
}

let package = Package(
    name: "Programs",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Cycle", path: "..")],
    targets: program("Proctor", screens + [product("CycleNetwork"), product("CycleMonitor")])
        + program("Lazier", screens + [product("CycleInspector")]) + program("Peek", screens)
        + program("Courier", screens + [product("CycleNetwork")]),
    swiftLanguageModes: [.v6])
