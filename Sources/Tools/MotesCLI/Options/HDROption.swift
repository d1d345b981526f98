import ArgumentParser
import Motes

/// The option of high dynamic range.
struct HDROption: ParsableArguments {
  @Option(
    name: .customLong("hdr"),
    help: """
      High dynamic range, in which light above white stays brighter than white: pq (HDR10) or hlg. Samples have 10 bits or more.
      """)
  var hdr: String?

  /// The range that the option names; the standard one without the option.
  func range() throws -> DynamicRange {
    guard let hdr else { return .standard }
    guard let range = DynamicRange(rawValue: hdr), range.isHigh else {
      throw UsageError("--hdr \(hdr): expected pq (HDR10) or hlg.")
    }
    return range
  }

  /// Refuses a codec or samples that cannot hold the range. `codec` is nil for raw frames.
  func check(_ codec: Codec?, _ format: PixelFormat) throws {
    let range = try range()
    guard range.isHigh else { return }
    if let codec, !codec.holdsHDR {
      let others = Codec.all.filter(\.holdsHDR).map(\.name).joined(separator: ", ")
      throw UsageError("--hdr \(range.rawValue): \(codec.title) files cannot be marked as that; --codec \(others) can.")
    }
    guard format.holds(range) else {
      let names = (codec?.pixelFormats ?? PixelFormat.allCases).filter { $0.holds(range) }.map(\.rawValue)
      throw UsageError(
        "--hdr \(range.rawValue): \(format.rawValue) cannot hold it; --pixel-format \(names.joined(separator: ", ")) can."
      )
    }
  }
}
