// swift-tools-version: 6.2
import PackageDescription

// Row E: what exploring costs. `swift run -c release`
let package = Package(
    name: "Exploring",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Cycle", path: "../..")],
    targets: [
        .executableTarget(
            name: "Exploring",
            dependencies: ["Cycle", "CycleDrivers", "CycleNetwork", "CycleTesting", "CycleExplore"].map {
                .product(name: $0, package: "Cycle")
            })
    ],
    swiftLanguageModes: [.v6]
)
