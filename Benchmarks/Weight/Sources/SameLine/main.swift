// What `counter` prints first, with the modules that it links, and nothing else.
import Cycle
import CycleDrivers
import CycleMonitor
import CycleNetwork

print("0")
