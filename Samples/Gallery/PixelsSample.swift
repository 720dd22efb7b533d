import CycleDrivers
import CycleScreens

/// A picture of points, two in a cell.
struct PixelsSample: Sample {
    static let title = "Pictures"
    static let source = #filePath

    private let sunset = PixelPicture(width: 62, height: 30) { x, y in
        let (right, down) = (Double(x - 31), Double(y - 15))
        let isSun = right * right + down * down * 1.1 < 75
        // The sea begins below the middle, and has the sun in it as stripes.
        let isSea = y > 18
        if isSun, !isSea || y % 3 > 0 { return .rgb(255, UInt8(210 - 5 * y), UInt8(90 - 3 * y)) }
        let depth = UInt8(isSea ? (y - 18) * 9 : y * 8)
        return isSea ? .rgb(30 + depth / 3, 40, 110 - depth / 2) : .rgb(40 + depth, 30 + depth / 3, 90 + depth / 4)
    }

    var view: View { sunset.view }
}
