// swift-tools-version: 6.2
import PackageDescription

// The programs that ../Terminal/run measures beside programs in C.
let package = Package(
    name: "ConsoleRows",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Cycle", path: "../../..")],
    targets: [
        .executableTarget(
            name: "CycleConsole",
            dependencies: ["Cycle", "CycleDrivers"].map { .product(name: $0, package: "Cycle") })
    ],
    swiftLanguageModes: [.v6]
)
