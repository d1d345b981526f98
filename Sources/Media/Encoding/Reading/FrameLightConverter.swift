import CFFmpeg
import Dispatch
import Model
import Raster

/// Converts the frames of a clip to linear light with BT.709's primaries, by the clip's own colour tags, and turns them upright.
final class FrameLightConverter {
  /// Width of the upright picture in pixels.
  let width: Int
  /// Height of the upright picture in pixels.
  let height: Int
  /// Whether the clip's frames have alpha.
  let hasAlpha: Bool
  /// Width ÷ height of a pixel of the upright picture.
  let pixelAspect: Rational
  /// Sentences for a person that say what was guessed or ignored. They begin with "it" or "its": the clip, whose name is printed before
  /// them.
  let notes: [String]
  private let normalizer: FrameNormalizer
  private let makeConverter: (_ givesEncoded: Bool) -> FootageConverter
  private var converter: FootageConverter
  /// Working memory: one piece for each thread that converts.
  private var scratch: [FootageConverter.Scratch]

  /// Whether sRGB-encoded values are wanted, as an `srgb` canvas blends them, in place of linear light.
  var givesEncoded: Bool {
    didSet { if givesEncoded != oldValue { converter = makeConverter(givesEncoded) } }
  }

  /// The most threads that share the rows of a frame: more would only wait for memory.
  static let maximumThreads = 4

  /// Number of threads that share the rows of a frame.
  var threadCount = 1 {
    didSet { scratch = (0..<max(1, threadCount)).map { _ in converter.makeScratch() } }
  }

  /// - Parameter first: the first frame, which decides the size and layout of all frames.
  /// - Throws: `MediaError` for frames that are too large, or whose colours cannot be converted.
  init(_ first: UnsafePointer<AVFrame>, of video: VideoStream, givesEncoded: Bool = false) throws {
    let path = video.file.path
    let (width, height) = (Int(first.pointee.width), Int(first.pointee.height))
    try VideoStream.checkSize(width: width, height: height, path: path)
    normalizer = try FrameNormalizer(first)
    hasAlpha = normalizer.hasAlpha
    let colors = ClipColors(first, stream: video.parameters)
    var notes = colors.notes
    let turns = video.quarterTurns(of: first)
    if turns == nil {
      notes.append(
        "its display matrix (or EXIF orientation), which does not turn by 90, 180 or 270 degrees, is ignored.")
    }
    if motes_is_interlaced(first) != 0 { notes.append("it is interlaced; its frames are used as they are.") }
    self.notes = notes
    let quarterTurns = turns ?? QuarterTurns.none
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
    "\(path) has \(error.what), which cannot be read; "
      + (error.isHDR
        ? "FFmpeg can convert it to SDR (see Footage in the documentation)."
        : "convert it to BT.709 first: ffmpeg -i IN -vf colorspace=bt709 OUT.")
  }

  private static func layout(
    _ normalizer: FrameNormalizer, _ colors: ClipColors
  ) throws(UnsupportedColors) -> SampleLayout {
    let siting: (horizontal: SampleLayout.Siting, vertical: SampleLayout.Siting)
    switch colors.chromaLocation {
    case AVCHROMA_LOC_CENTER: siting = (.centred, .centred)
    case AVCHROMA_LOC_TOPLEFT: siting = (.first, .first)
    case AVCHROMA_LOC_TOP: siting = (.centred, .first)
    default: siting = (.first, .centred)  // left, which players assume where a file says nothing
    }
    // Planes of red, green and blue have full range, whatever a file says.
    let isFullRange = normalizer.isRGB || colors.range == AVCOL_RANGE_JPEG
    return SampleLayout(
      colors: try colors.sampleColors(isGray: normalizer.isGray, isRGB: normalizer.isRGB),
      bitDepth: normalizer.bitDepth, isFullRange: isFullRange,
      horizontalChroma: normalizer.halvesWidth ? siting.horizontal : nil,
      verticalChroma: normalizer.halvesHeight ? siting.vertical : nil, hasAlpha: normalizer.hasAlpha)
  }

  /// Fills a picture of the clip's size with a frame. Returns whether the frame had another size and was scaled.
  func convert(_ frame: UnsafePointer<AVFrame>, into target: LightPlanes) throws -> Bool {
    try normalizer.withPlanes(frame) { planes in
      let (rows, count) = (converter.rowCount, scratch.count)
      guard count > 1 else { return converter.convert(planes, into: target, scratch: scratch[0]) }
      let shared = SharedWork(converter: converter, scratch: scratch)
      DispatchQueue.concurrentPerform(iterations: count) { part in
        shared.converter.convert(
          planes, into: target, rows: Self.rows(ofPart: part, of: count, rowCount: rows), scratch: shared.scratch[part])
      }
    }
  }

  /// The rows of one of `count` parts of a frame. A part begins at an even row, since two rows may share their chroma.
  private static func rows(ofPart part: Int, of count: Int, rowCount: Int) -> Range<Int> {
    rowCount * part / count / 2 * 2..<(part == count - 1 ? rowCount : rowCount * (part + 1) / count / 2 * 2)
  }

  /// What the threads that convert parts of one frame share. Each thread uses its own element of `scratch`.
  private struct SharedWork: @unchecked Sendable {
    let converter: FootageConverter
    let scratch: [FootageConverter.Scratch]
  }
}
