import Testing
@testable import CycleTesting
