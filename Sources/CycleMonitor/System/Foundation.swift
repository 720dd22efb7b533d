// The part of Foundation that the monitor uses: FoundationEssentials where there is one.
#if canImport(FoundationEssentials)
    import FoundationEssentials

    typealias Data = FoundationEssentials.Data
    typealias Decimal = FoundationEssentials.Decimal
    typealias URL = FoundationEssentials.URL
    typealias JSONDecoder = FoundationEssentials.JSONDecoder
    typealias PropertyListDecoder = FoundationEssentials.PropertyListDecoder
    typealias ProcessInfo = FoundationEssentials.ProcessInfo
#else
    import Foundation

    typealias Data = Foundation.Data
    typealias Decimal = Foundation.Decimal
    typealias URL = Foundation.URL
    typealias JSONDecoder = Foundation.JSONDecoder
    typealias PropertyListDecoder = Foundation.PropertyListDecoder
    typealias ProcessInfo = Foundation.ProcessInfo
#endif
