// swift-tools-version: 6.2
import PackageDescription

// Programs to be started and weighed, see ../start-and-weight.
let package = Package(
    name: "Weight",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Cycle", path: "../..")],
    targets: [
        .executableTarget(name: "Print"),
        .executableTarget(
            name: "ConsoleAndTimer",
            dependencies: ["Cycle", "CycleDrivers"].map { .product(name: $0, package: "Cycle") }),
        .executableTarget(name: "CycleOnly", dependencies: [.product(name: "Cycle", package: "Cycle")]),
        .executableTarget(
            name: "ScreensOnly",
            dependencies: ["Cycle", "CycleDrivers", "CycleScreens"].map { .product(name: $0, package: "Cycle") }),
    ],
    swiftLanguageModes: [.v6]
)
