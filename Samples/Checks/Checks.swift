import CycleCampaign

/// The worker of a campaign: `swift run checks list` tells what it checks.
@main
struct Checks: Campaign {
    static var scenarios: [NamedScenario] {
        [
            .init("search", searching(), steps: 60), .init("long-search", searching(keys: 10), steps: 60),
            .init("weather", cities, steps: 60),
        ]
    }
}
