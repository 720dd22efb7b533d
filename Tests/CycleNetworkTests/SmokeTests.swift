import Testing
@testable import CycleNetwork
