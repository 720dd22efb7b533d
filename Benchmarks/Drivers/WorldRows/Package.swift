// swift-tools-version: 6.2
import PackageDescription

// Rows W1 to W6: `./run` builds this and its contestants, and prints the table.
let package = Package(
    name: "WorldRows",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "Cycle", path: "../../.."),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", exact: "1.0.2"),
    ],
    targets: [
        .target(name: "RowClock"),
        .executableTarget(
            name: "world-row",
            dependencies: [
                "RowClock",
                .product(name: "Cycle", package: "Cycle"), .product(name: "CycleDrivers", package: "Cycle"),
                .product(name: "CycleNetwork", package: "Cycle"),
            ],
            path: "Sources/WorldRow"),
        .executableTarget(
            name: "nio-row",
            dependencies: [
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOWebSocket", package: "swift-nio"),
            ],
            path: "Sources/NIORow"),
        .executableTarget(
            name: "subprocess-row",
            dependencies: ["RowClock", .product(name: "Subprocess", package: "swift-subprocess")],
            path: "Sources/SubprocessRow"),
    ],
    swiftLanguageModes: [.v6]
)
