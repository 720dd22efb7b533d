// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "MonitorRows",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Cycle", path: "../..")],
    targets: [
        .executableTarget(
            name: "MonitorRows",
            dependencies: [
                .product(name: "Cycle", package: "Cycle"), .product(name: "CycleMonitor", package: "Cycle"),
                .product(name: "CycleInspector", package: "Cycle"),
            ]),
        .executableTarget(
            name: "LiveRows",
            dependencies: [
                .product(name: "Cycle", package: "Cycle"), .product(name: "CycleMonitor", package: "Cycle"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
