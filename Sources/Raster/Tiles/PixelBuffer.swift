import Lanes

/// A sample layout of finished frames. Raw values are FFmpeg's names.
public enum PixelFormat: String, Sendable, CaseIterable {
  /// 8 bits, packed R G B, sRGB-encoded.
  case rgb24
  /// 8 bits, packed R G B A, sRGB-encoded, straight alpha.
  case rgba
  /// 16 bits little-endian, packed R G B A, sRGB-encoded, straight alpha.
  case rgba64 = "rgba64le"
  /// 8 bits, BT.709 limited range, chroma halved both ways and sited left.
  case yuv420p
  /// 8 bits, BT.709 limited range, chroma whole.
  case yuv444p
  /// 10 bits in 16, little-endian, chroma halved both ways and sited left.
  case yuv420p10 = "yuv420p10le"
  /// 10 bits in 16, little-endian, chroma whole.
  case yuv444p10 = "yuv444p10le"
  /// The framebuffer itself: planes G B R A of 32-bit floats, premultiplied linear light before exposure.
  case floatPlanes = "gbrapf32le"

  /// Planes of samples, which follow each other.
  public var planeCount: Int {
    switch self {
    case .rgb24, .rgba, .rgba64: 1
    case .yuv420p, .yuv444p, .yuv420p10, .yuv444p10: 3
    case .floatPlanes: 4
    }
  }

  /// Whether chroma has half the width and height, so that sides must be even.
  public var halvesChroma: Bool { self == .yuv420p || self == .yuv420p10 }

  /// Bits of a sample: 8, 10, 16, or 32 for floats.
  public var bitDepth: Int {
    switch self {
    case .rgb24, .rgba, .yuv420p, .yuv444p: 8
    case .yuv420p10, .yuv444p10: 10
    case .rgba64: 16
    case .floatPlanes: 32
    }
  }

  /// Whether a frame keeps transparency.
  public var hasAlpha: Bool {
    switch self {
    case .rgba, .rgba64, .floatPlanes: true
    case .rgb24, .yuv420p, .yuv444p, .yuv420p10, .yuv444p10: false
    }
  }

  /// Bytes in a row of plane `plane` of a frame `width` pixels wide.
  package func rowBytes(plane: Int, width: Int) -> Int {
    switch self {
    case .rgb24: 3 * width
    case .rgba: 4 * width
    case .rgba64: 8 * width
    case .yuv420p: plane == 0 ? width : width / 2
    case .yuv444p: width
    case .yuv420p10: plane == 0 ? 2 * width : width
    case .yuv444p10: 2 * width
    case .floatPlanes: 4 * width
    }
  }

  package func rowCount(plane: Int, height: Int) -> Int { halvesChroma && plane > 0 ? height / 2 : height }
}

/// A finished frame: samples as an encoder takes them, rows top first.
///
/// Rows start at multiples of 64 bytes in memory, so the stride is usually larger than the row. Threads may write disjoint
/// rectangles at the same time.
public final class PixelBuffer: @unchecked Sendable {
  /// Sample layout.
  public let format: PixelFormat
  /// Width in pixels.
  public let width: Int
  /// Height in pixels.
  public let height: Int
  private let memory: AlignedBuffer<UInt8>
  private let offsets: [Int]
  private let strides: [Int]

  package init(format: PixelFormat, width: Int, height: Int) {
    precondition(width > 0 && height > 0, "A frame needs at least one pixel.")
    precondition(
      !format.halvesChroma || (width % 2 == 0 && height % 2 == 0), "\(format.rawValue) needs even sides.")
    self.format = format
    self.width = width
    self.height = height
    var offsets: [Int] = []
    var strides: [Int] = []
    var total = 0
    for plane in 0..<format.planeCount {
      let stride = (format.rowBytes(plane: plane, width: width) + 63) / 64 * 64
      offsets.append(total)
      strides.append(stride)
      total += stride * format.rowCount(plane: plane, height: height)
    }
    self.offsets = offsets
    self.strides = strides
    byteCount = total
    memory = AlignedBuffer(count: total + 64)
  }

  /// Bytes from the first plane's first to the last one's last.
  package let byteCount: Int

  /// The first byte of a plane.
  package func plane(_ index: Int) -> UnsafeMutablePointer<UInt8> { memory.base + offsets[index] }
  /// Bytes from a row of a plane to the next.
  package func stride(ofPlane index: Int) -> Int { strides[index] }
  package func rowBytes(ofPlane index: Int) -> Int { format.rowBytes(plane: index, width: width) }
  package func rowCount(ofPlane index: Int) -> Int { format.rowCount(plane: index, height: height) }

  /// Number of bytes of all planes without padding: what `forEachRow` visits.
  public var packedByteCount: Int {
    (0..<format.planeCount).reduce(0) { $0 + rowBytes(ofPlane: $1) * rowCount(ofPlane: $1) }
  }

  /// The bytes of all planes without padding, plane after plane, rows top first: what raw video and frame hashes are made of.
  public var packedBytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(packedByteCount)
    forEachRow { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// Visits the bytes of each row, plane after plane, rows top first, without copying them.
  ///
  /// - Parameter body: gets a row, which is valid during the call only.
  public func forEachRow(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    for index in 0..<format.planeCount {
      for row in 0..<rowCount(ofPlane: index) {
        try body(UnsafeRawBufferPointer(start: plane(index) + row * strides[index], count: rowBytes(ofPlane: index)))
      }
    }
  }

  /// Copies the samples of `region` from a frame of the same format and size. Where chroma is halved, the region is even.
  package func copy(_ region: PixelRect, from other: PixelBuffer) {
    precondition(
      other.format == format && other.width == width && other.height == height,
      "Frames must be of one kind to be copied.")
    for plane in 0..<format.planeCount {
      let isHalved = format.halvesChroma && plane > 0
      let first = format.rowBytes(plane: plane, width: region.x)
      let count = format.rowBytes(plane: plane, width: region.width)
      let stride = strides[plane]
      var start = offsets[plane] + (isHalved ? region.y / 2 : region.y) * stride + first
      for _ in 0..<(isHalved ? region.height / 2 : region.height) {
        (memory.base + start).update(from: other.memory.base + start, count: count)
        start &+= stride
      }
    }
  }
}
