// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that users of Cycle resolve nothing of what it is compared with.
let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "Cycle", path: ".."),
        .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
        .package(url: "https://github.com/apple/swift-async-algorithms", exact: "1.1.4"),
    ],
    targets: [
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                .product(name: "Cycle", package: "Cycle"),
                .product(name: "CycleMonitor", package: "Cycle"),
                .product(name: "CycleObservation", package: "Cycle"),
                .product(name: "OpenCombine", package: "OpenCombine"),
                .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
