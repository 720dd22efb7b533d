import Testing
@testable import CycleMonitor
