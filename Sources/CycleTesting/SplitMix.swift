import CycleBase
import CycleDrivers

/// For tests that do not import the drivers.
package typealias SplitMix = SplitMix64
