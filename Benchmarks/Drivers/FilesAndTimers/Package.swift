// swift-tools-version: 6.2
import PackageDescription

// Rows D7 to D9: see ./measure.
let package = Package(
    name: "FilesAndTimers",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Cycle", path: "../../..")],
    targets: [
        .executableTarget(
            name: "FilesAndTimers",
            dependencies: ["Cycle", "CycleDrivers"].map { .product(name: $0, package: "Cycle") })
    ],
    swiftLanguageModes: [.v6]
)
