import CFFmpeg
import Dispatch
import Model
import Raster

/// Turns the frames of a clip into light by the clip's own tags: samples in one layout, then linear light of BT.709, upright.
final class FrameLight {
  /// Size of the upright picture in pixels.
  let width: Int
  let height: Int
  let hasAlpha: Bool
  /// Width ÷ height of a pixel of the upright picture.
  let pixelAspect: Rational
  /// Sentences for a person: what was guessed and what is not as it may seem.
  let notes: [String]
  private let normalizer: FrameNormalizer
  private let makeConverter: (_ givesEncoded: Bool) -> FootageConverter
  private var converter: FootageConverter
  /// Memory of the threads that convert.
  private var scratch: [FootageConverter.Scratch]

  /// Whether sRGB-encoded values are wanted, as an `srgb` canvas blends them, in place of linear light.
  var givesEncoded: Bool {
    didSet { if givesEncoded != oldValue { converter = makeConverter(givesEncoded) } }
  }

  /// Threads among which rows are shared at maximum: more wait for memory.
  static let maximumThreads = 4

  /// Threads that share the rows of a frame.
  var threadCount = 1 {
    didSet { scratch = (0..<max(1, threadCount)).map { _ in converter.makeScratch() } }
  }

  /// - Parameter first: the first frame, which decides size and layout.
  /// - Throws: `MediaError` for frames that are too large, or whose colours are not read.
  init(_ first: UnsafePointer<AVFrame>, of video: VideoStream, givesEncoded: Bool = false) throws {
    let path = video.file.path
    let (width, height) = (Int(first.pointee.width), Int(first.pointee.height))
    guard (1...Limits.sidePixels).contains(width), (1...Limits.sidePixels).contains(height),
      width * height <= Limits.framePixels
    else {
      throw MediaError(.file, "\(path) has frames of \(width) x \(height) pixels, which are too large.", path: path)
    }
    normalizer = try FrameNormalizer(first)
    hasAlpha = normalizer.hasAlpha
    let colors = ClipColors(first, stream: video.parameters)
    var notes = colors.notes
    let turns = video.turns(of: first)
    if turns == nil {
      notes.append(
        "its display matrix (or EXIF orientation), which does not turn by 90, 180 or 270 degrees, is ignored.")
    }
    if motes_is_interlaced(first) != 0 { notes.append("it is interlaced; frames are taken as they are.") }
    self.notes = notes
    let quarterTurns = turns ?? .none
    do throws(UnsupportedColors) {
      let (layout, curve) = (try Self.layout(normalizer, colors), try colors.curve())
      let primaries = try colors.primariesMatrix()
      makeConverter = {
        FootageConverter(
          layout: layout, width: width, height: height, curve: curve, primaries: primaries, turns: quarterTurns,
          givesEncoded: $0)
      }
    } catch {
      throw MediaError(.file, Self.sentence(error, path: path), path: path)
    }
    converter = makeConverter(givesEncoded)
    self.givesEncoded = givesEncoded
    scratch = [converter.makeScratch()]
    (self.width, self.height) = converter.turnedSize
    let aspect = video.pixelAspect(of: first)
    pixelAspect = quarterTurns.swapsSides ? .one / aspect : aspect
  }

  private static func sentence(_ error: UnsupportedColors, path: String) -> String {
    "\(path) has \(error.what), which is not read; "
      + (error.isHDR
        ? "FFmpeg makes SDR of it (see Footage in the documentation)."
        : "convert it to BT.709 first: ffmpeg -i IN -vf colorspace=bt709 OUT.")
  }

  private static func layout(
    _ normalizer: FrameNormalizer, _ colors: ClipColors
  ) throws(UnsupportedColors) -> SampleLayout {
    var siting: (SampleLayout.Siting, SampleLayout.Siting)
    switch colors.chromaLocation {
    case AVCHROMA_LOC_CENTER: siting = (.centred, .centred)
    case AVCHROMA_LOC_TOPLEFT: siting = (.first, .first)
    case AVCHROMA_LOC_TOP: siting = (.centred, .first)
    default: siting = (.first, .centred)  // left, where players take it when nothing is said
    }
    // Planes of red, green and blue have full range, whatever a file says.
    let isFull = normalizer.isRGB || colors.range == AVCOL_RANGE_JPEG
    return SampleLayout(
      colors: try colors.sampleColors(isGray: normalizer.isGray, isRGB: normalizer.isRGB), bitDepth: normalizer.depth,
      isFullRange: isFull, horizontalChroma: normalizer.halvesWidth ? siting.0 : nil,
      verticalChroma: normalizer.halvesHeight ? siting.1 : nil, hasAlpha: normalizer.hasAlpha)
  }

  /// Fills a picture of the clip's size with a frame, and tells whether the frame had to be scaled to that size.
  func convert(_ frame: UnsafePointer<AVFrame>, into target: LightPlanes) throws -> Bool {
    try normalizer.withPlanes(frame) { planes in
      let (rows, count) = (converter.rowCount, scratch.count)
      guard count > 1 else { return converter.convert(planes, into: target, scratch: scratch[0]) }
      let work = Sharing(converter: converter, scratch: scratch)
      DispatchQueue.concurrentPerform(iterations: count) { part in
        work.converter.convert(
          planes, into: target, rows: Self.share(part, of: count, rows: rows), scratch: work.scratch[part])
      }
    }
  }

  /// The rows of one of several parts of a frame, pairs of rows kept together.
  private static func share(_ part: Int, of count: Int, rows: Int) -> Range<Int> {
    rows * part / count / 2 * 2..<(part == count - 1 ? rows : rows * (part + 1) / count / 2 * 2)
  }

  /// What threads that convert parts of one frame share; each has its own of `scratch`.
  private struct Sharing: @unchecked Sendable {
    let converter: FootageConverter
    let scratch: [FootageConverter.Scratch]
  }
}
