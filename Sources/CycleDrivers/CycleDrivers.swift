import Cycle
