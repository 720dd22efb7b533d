// swift-tools-version: 6.2
import PackageDescription

// Rows D5 and D6: `./run` builds this and its contestants, and prints the table.
let package = Package(
    name: "NetworkRow",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Cycle", path: "../../..")],
    targets: [
        .executableTarget(
            name: "network-row",
            dependencies: [
                .product(name: "Cycle", package: "Cycle"), .product(name: "CycleDrivers", package: "Cycle"),
                .product(name: "CycleNetwork", package: "Cycle"),
            ],
            path: "Sources/NetworkRow")
    ],
    swiftLanguageModes: [.v6]
)
