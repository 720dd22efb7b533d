// swift-tools-version: 6.2
import PackageDescription

// The rows that `run` measures beside programs in C.
let package = Package(
    name: "ScreenRows",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Cycle", path: "../..")],
    targets: [
        .executableTarget(
            name: "ScreenRows",
            dependencies: ["Cycle", "CycleDrivers", "CycleScreens"].map { .product(name: $0, package: "Cycle") })
    ],
    swiftLanguageModes: [.v6]
)
