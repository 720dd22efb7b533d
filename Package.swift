// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Cycle",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "Cycle", targets: ["Cycle"]),
        .library(name: "CycleFeedback", targets: ["CycleFeedback", "CycleMachine"]),
        .library(name: "CycleHarvest", targets: ["CycleHarvest", "CycleMachine"]),
        .library(name: "CycleObservation", targets: ["CycleObservation", "CycleMachine"]),
        .library(name: "CycleDrivers", targets: ["CycleDrivers"]),
        .library(name: "CycleNetwork", targets: ["CycleNetwork"]),
        .library(name: "CycleURLSession", targets: ["CycleURLSession"]),
        .library(name: "CycleScreens", targets: ["CycleScreens"]),
        .library(name: "CycleTesting", targets: ["CycleTesting"]),
        .library(name: "CycleExplore", targets: ["CycleExplore"]),
        .library(name: "CycleCampaign", targets: ["CycleCampaign"]),
        .library(name: "CycleMonitor", targets: ["CycleMonitor"]),
        .library(name: "CycleInspector", targets: ["CycleInspector"]),
        .executable(name: "cycle-monitor", targets: ["cycle-monitor"]),
    ],
    targets: [
        .target(name: "Cycle"),
        // The C library of the system under one name, for all that call it.
        .target(name: "CycleBase"),
        .target(name: "CycleMachine", dependencies: ["Cycle"]),
        .target(name: "CycleFeedback", dependencies: ["Cycle", "CycleMachine"]),
        .target(name: "CycleHarvest", dependencies: ["Cycle", "CycleMachine"]),
        .target(name: "CycleObservation", dependencies: ["Cycle", "CycleMachine"]),
        .target(name: "CLinux"),
        .target(name: "CycleDrivers", dependencies: ["CycleBase", "Cycle", "CLinux"]),
        .target(name: "CCurl", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
        .target(name: "CycleHTTP", dependencies: ["CycleBase", "CycleDrivers", "CCurl"]),
        // The default transport on Apple's systems, and a product beside `CycleNetwork` on all others.
        .target(name: "CycleURLSession", dependencies: ["CycleBase", "CycleHTTP"]),
        .target(
            name: "CycleNetwork",
            dependencies: [
                "CycleBase", "Cycle", "CycleDrivers", "CCurl", "CycleHTTP",
                .target(
                    name: "CycleURLSession",
                    condition: .when(platforms: [.macOS, .iOS, .macCatalyst, .tvOS, .watchOS, .visionOS])),
            ]),
        .target(name: "CycleScreens", dependencies: ["CycleBase", "Cycle", "CycleDrivers"]),
        .target(
            name: "CycleTesting",
            dependencies: ["CycleBase", "Cycle", "CycleMachine", "CycleDrivers", "CycleNetwork", "CycleScreens"]),
        .target(
            name: "CycleExplore",
            dependencies: ["CycleBase", "Cycle", "CycleMachine", "CycleDrivers", "CycleNetwork", "CycleTesting"]),
        .target(name: "CycleCampaign", dependencies: ["CycleBase", "CycleDrivers", "CycleExplore", "CycleMonitor"]),
        .target(name: "CycleMonitor", dependencies: ["CycleBase", "Cycle"]),
        .target(
            name: "CycleInspector",
            dependencies: ["CycleBase", "Cycle", "CycleDrivers", "CycleScreens", "CycleMonitor"]),
        .executableTarget(
            name: "cycle-monitor", dependencies: ["CycleBase", "CycleDrivers", "CycleMonitor", "CycleInspector"]),

        .target(name: "SampleArguments", dependencies: ["CycleBase", "CycleDrivers"], path: "Samples/Arguments"),
        .target(
            name: "SampleSystems",
            dependencies: ["Cycle", "CycleDrivers", "CycleExplore", "CycleMonitor", "SampleArguments"],
            path: "Samples/Systems"),
        .executableTarget(
            name: "counter",
            dependencies: ["Cycle", "CycleDrivers", "CycleNetwork", "CycleMonitor", "SampleArguments"],
            path: "Samples/Counter"),
        .executableTarget(
            name: "animated-integer", dependencies: ["Cycle", "CycleDrivers", "SampleArguments"],
            path: "Samples/AnimatedInteger"),
        .executableTarget(
            name: "readme-counter", dependencies: ["Cycle", "CycleDrivers"], path: "Samples/ReadmeCounter"),
        .executableTarget(
            name: "todo",
            dependencies: ["Cycle", "CycleDrivers", "CycleScreens", "CycleInspector", "SampleArguments"],
            path: "Samples/Todo"),
        .executableTarget(
            name: "basket",
            dependencies: [
                "Cycle", "CycleDrivers", "CycleScreens", "CycleMonitor", "CycleInspector", "SampleArguments",
            ],
            path: "Samples/Basket"),
        .executableTarget(
            name: "uptime", dependencies: ["Cycle", "CycleDrivers", "CycleNetwork", "CycleScreens", "SampleArguments"],
            path: "Samples/Uptime"),
        .executableTarget(
            name: "fetch", dependencies: ["Cycle", "CycleDrivers", "CycleNetwork", "CycleScreens", "SampleArguments"],
            path: "Samples/Fetch"),
        .executableTarget(
            name: "panes", dependencies: ["Cycle", "CycleDrivers", "CycleScreens", "SampleArguments"],
            path: "Samples/Panes"),
        .executableTarget(
            name: "chat", dependencies: ["Cycle", "CycleDrivers", "CycleNetwork", "CycleScreens", "SampleArguments"],
            path: "Samples/Chat"),
        .executableTarget(
            name: "tasks", dependencies: ["Cycle", "CycleDrivers", "CycleScreens", "SampleArguments"],
            path: "Samples/Tasks"),
        .executableTarget(
            name: "forward", dependencies: ["Cycle", "CycleDrivers", "SampleArguments"], path: "Samples/Forward"),
        .executableTarget(
            name: "register", dependencies: ["Cycle", "CycleDrivers", "SampleArguments", "SampleSystems"],
            path: "Samples/Register"),
        .executableTarget(
            name: "commit", dependencies: ["Cycle", "CycleDrivers", "SampleArguments", "SampleSystems"],
            path: "Samples/Commit"),
        .executableTarget(
            name: "abd", dependencies: ["Cycle", "CycleDrivers", "SampleArguments", "SampleSystems"],
            path: "Samples/Abd"),
        .executableTarget(
            name: "board", dependencies: ["Cycle", "CycleDrivers", "SampleArguments", "SampleSystems"],
            path: "Samples/Board"),
        .executableTarget(
            name: "paxos", dependencies: ["Cycle", "CycleDrivers", "SampleArguments", "SampleSystems"],
            path: "Samples/Paxos"),
        .executableTarget(
            name: "raft", dependencies: ["Cycle", "CycleDrivers", "SampleArguments", "SampleSystems"],
            path: "Samples/Raft"),
        .executableTarget(
            name: "questions", dependencies: ["CycleScreens", "SampleArguments"], path: "Samples/Questions"),
        .executableTarget(
            name: "pager", dependencies: ["Cycle", "CycleDrivers", "CycleFeedback", "SampleArguments"],
            path: "Samples/Pager"),
        .executableTarget(
            name: "crossing", dependencies: ["Cycle", "CycleDrivers", "CycleHarvest", "SampleArguments"],
            path: "Samples/Crossing"),
        .executableTarget(
            name: "gallery",
            dependencies: ["Cycle", "CycleDrivers", "CycleScreens", "CycleInspector", "SampleArguments"],
            path: "Samples/Gallery"),

        .executableTarget(
            name: "checks", dependencies: ["Cycle", "CycleDrivers", "CycleNetwork", "CycleExplore", "CycleCampaign"],
            path: "Samples/Checks"),

        .target(name: "TestSupport", dependencies: ["CycleBase", "Cycle"], path: "Tests/Support"),
        .target(name: "CScarce", path: "Tests/Scarce"),
        .target(name: "SocketSupport", dependencies: ["CycleDrivers", "TestSupport"], path: "Tests/Sockets"),
        .testTarget(name: "CycleTests", dependencies: ["CycleBase", "Cycle", "CycleTesting", "TestSupport"]),
        .testTarget(name: "CycleBaseTests", dependencies: ["CycleBase", "TestSupport"]),
        .testTarget(
            name: "CycleMachineTests",
            dependencies: [
                "CycleBase", "Cycle", "CycleMachine", "CycleFeedback", "CycleHarvest", "CycleTesting", "TestSupport",
            ]),
        .testTarget(
            name: "CycleFeedbackTests", dependencies: ["Cycle", "CycleFeedback", "CycleTesting", "TestSupport"]),
        .testTarget(
            name: "CycleHarvestTests", dependencies: ["Cycle", "CycleHarvest", "CycleTesting", "TestSupport"]),
        .testTarget(
            name: "CycleObservationTests",
            dependencies: ["Cycle", "CycleFeedback", "CycleObservation", "CycleTesting", "TestSupport"]),
        .executableTarget(
            name: "ConsoleFixture", dependencies: ["CycleBase", "Cycle", "CycleDrivers", "CScarce"],
            path: "Tests/Fixtures/ConsoleFixture"),
        // A server with a planted bug, for `Tools/deploy`.
        .executableTarget(
            name: "HastyRegister", dependencies: ["Cycle", "CycleDrivers"], path: "Tests/Fixtures/HastyRegister",
            exclude: ["hasty.py"]),
        .executableTarget(
            name: "FileSaver", dependencies: ["Cycle", "CycleDrivers", "CycleTesting", "CScarce"],
            path: "Tests/Fixtures/FileSaver"),
        .testTarget(
            name: "CycleDriversTests",
            dependencies: [
                "CycleBase", "Cycle", "CycleDrivers", "CycleScreens", "CycleTesting", "TestSupport", "SocketSupport",
                "ConsoleFixture", "FileSaver",
            ]),
        .testTarget(
            name: "CycleNetworkTests",
            dependencies: [
                "CycleBase", "Cycle", "CycleDrivers", "CCurl", "CycleHTTP", "CycleNetwork", "CycleURLSession",
                "CycleTesting", "TestSupport", "SocketSupport", "CScarce",
            ]),
        .testTarget(
            name: "CycleScreensTests",
            dependencies: [
                "CycleBase", "Cycle", "CycleDrivers", "CycleNetwork", "CycleScreens", "CycleTesting", "CycleExplore",
                "CycleMonitor",
                "todo", "uptime", "fetch",
                "gallery",
                "panes", "chat", "forward", "tasks", "register", "SampleSystems",
                "questions", "TestSupport",
            ], exclude: ["Golden"]),
        .executableTarget(
            name: "Timelines", dependencies: ["Cycle", "CycleDrivers", "CycleNetwork", "CycleExplore"],
            path: "Tests/Fixtures/Timelines"),
        .testTarget(
            name: "CycleTestingTests",
            dependencies: [
                "Cycle", "CycleMachine", "CycleFeedback", "CycleHarvest", "CycleDrivers", "CycleNetwork",
                "CycleTesting", "TestSupport",
            ]),
        .testTarget(
            name: "CycleExploreTests",
            dependencies: [
                "CycleBase", "Cycle", "CycleMachine", "CycleFeedback", "CycleHarvest", "CycleDrivers", "CycleNetwork",
                "CycleTesting", "CycleExplore", "TestSupport", "Timelines", "checks",
            ],
            exclude: ["Histories/README.md", "Histories/etcd", "Histories/kv"]),
        .testTarget(
            name: "CycleCampaignTests",
            dependencies: [
                "CycleBase", "Cycle", "CycleDrivers", "CycleExplore", "CycleCampaign", "TestSupport", "checks",
            ]),
        .testTarget(
            name: "CycleMonitorTests",
            dependencies: [
                "CycleBase", "Cycle", "CycleDrivers", "CycleNetwork", "CycleMonitor", "CycleTesting", "cycle-monitor",
                "TestSupport",
            ],
            exclude: ["Picture/Golden"]),
        .testTarget(
            name: "CycleInspectorTests",
            dependencies: [
                "CycleBase",
                "Cycle", "CycleDrivers", "CycleScreens", "CycleMonitor", "CycleInspector", "CycleTesting",
                "CycleExplore",
                "todo", "basket", "gallery", "TestSupport",
            ]),
        .testTarget(
            name: "SampleTests",
            dependencies: [
                "Cycle", "CycleDrivers", "CycleFeedback", "CycleHarvest", "CycleNetwork", "CycleTesting",
                "CycleExplore", "CycleMonitor",
                "SampleArguments", "SampleSystems", "counter", "animated-integer", "pager", "crossing", "commit", "abd",
                "paxos", "raft", "board", "TestSupport",
            ]),
        .testTarget(
            name: "GuideTests",
            dependencies: [
                "Cycle", "CycleObservation", "CycleFeedback", "CycleHarvest", "CycleDrivers", "CycleNetwork",
                "CycleScreens", "CycleTesting", "CycleExplore", "CycleMonitor", "TestSupport",
            ]),
        .testTarget(name: "HouseTests"),
    ],
    swiftLanguageModes: [.v6]
)

// The kernel's tests and what they need, for the builds that the gate makes of those alone: release, and under sanitizers.
if Context.environment["CYCLE_KERNEL_ONLY"] != nil {
    let kernel: Set = [
        "Cycle", "CycleBase", "CLinux", "CycleMachine", "CycleDrivers", "CycleTesting", "TestSupport", "CycleTests",
    ]
    package.products = []
    package.targets.removeAll { !kernel.contains($0.name) }
    // Of the drivers only time: the rest takes longer to compile than the kernel.
    let drivers = ["Console", "Persistence", "Process", "Signals", "Socket"]
    for target in package.targets where target.name == "CycleDrivers" { target.exclude = drivers }
    for target in package.targets where target.name == "CycleTesting" {
        target.dependencies = ["Cycle", "CycleBase", "CycleMachine", "CycleDrivers"]
        target.exclude = drivers + ["Network"]
    }
}

// The products and what they need, for the comparison of their API with that of an earlier version.
if Context.environment["CYCLE_PRODUCTS_ONLY"] != nil {
    package.targets.removeAll { $0.path != nil || $0.type == .test || $0.type == .executable }
    // The transport over URLSession only adds a member to a type of another product, which the comparison takes for nothing at all.
    package.products.removeAll { ["cycle-monitor", "CycleURLSession"].contains($0.name) }
}

// `CYCLE_ONLY=CycleScreensTests,HouseTests swift test` builds the named targets and what they need, nothing else.
if let names = Context.environment["CYCLE_ONLY"] {
    var needed: Set<String> = []
    func need(_ name: String) {
        let isNew = needed.insert(name).inserted
        guard isNew, let target = package.targets.first(where: { $0.name == name }) else { return }
        for case .byNameItem(let name, _) in target.dependencies { need(name) }
        for case .targetItem(let name, _) in target.dependencies { need(name) }
    }
    for name in names.split(separator: ",") { need(String(name)) }
    package.products = []
    package.targets.removeAll { !needed.contains($0.name) }
}
