// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Cycle",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "Cycle", targets: ["Cycle"]),
        .library(name: "CycleDrivers", targets: ["CycleDrivers"]),
        .library(name: "CycleNetwork", targets: ["CycleNetwork"]),
        .library(name: "CycleTesting", targets: ["CycleTesting"]),
        .library(name: "CycleMonitor", targets: ["CycleMonitor"]),
    ],
    targets: [
        .target(name: "Cycle"),
        .target(name: "CycleDrivers", dependencies: ["Cycle"]),
        .target(name: "CycleNetwork", dependencies: ["Cycle"]),
        .target(name: "CycleTesting", dependencies: ["Cycle", "CycleDrivers", "CycleNetwork"]),
        .target(name: "CycleMonitor", dependencies: ["Cycle"]),
        .testTarget(name: "CycleTests", dependencies: ["Cycle", "CycleTesting"]),
        .testTarget(name: "CycleDriversTests", dependencies: ["Cycle", "CycleDrivers", "CycleTesting", "FileSaver"]),
        .executableTarget(
            name: "FileSaver", dependencies: ["Cycle", "CycleDrivers", "CycleTesting"], path: "Tests/Fixtures/FileSaver"
        ),
        .testTarget(name: "CycleNetworkTests", dependencies: ["Cycle", "CycleNetwork", "CycleTesting"]),
        .testTarget(name: "CycleTestingTests", dependencies: ["Cycle", "CycleTesting"]),
        .testTarget(name: "CycleMonitorTests", dependencies: ["Cycle", "CycleMonitor", "CycleTesting"]),
    ],
    swiftLanguageModes: [.v6]
)
