import Testing
@testable import CycleDrivers
