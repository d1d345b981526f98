import Lanes

/// A finished frame: samples in an encoder's format, rows from top to bottom.
///
/// Rows start at multiples of 64 bytes, so the stride may be larger than the row. Several threads may write disjoint
/// rectangles at the same time.
public final class PixelBuffer: @unchecked Sendable {
  /// The planes of the samples, their order and their bit depth.
  public let format: PixelFormat
  /// Width in pixels.
  public let width: Int
  /// Height in pixels.
  public let height: Int
  private let memory: AlignedBuffer<UInt8>
  /// For each plane the offset of its first byte in `memory`.
  private let planeOffsets: [Int]
  /// For each plane the bytes from one of its rows to the next.
  private let rowStrides: [Int]

  /// This buffer's frame as straight RGBA in `matteSourceFormat`, written together with the buffer; nil if no matte is wanted.
  /// `fillMatte` (in Encoding) makes the matte from it: a picture of the frame's alpha.
  package let matteSource: PixelBuffer?
  /// The pixel format of `matteSource`.
  package static let matteSourceFormat = PixelFormat.rgba64

  package init(format: PixelFormat, width: Int, height: Int, hasMatteSource: Bool = false) {
    precondition(width > 0 && height > 0, "A frame needs at least one pixel.")
    precondition(
      format.allows(width: width, height: height), "\(format.rawValue) needs \(format.sizeRule).")
    self.format = format
    self.width = width
    self.height = height
    var planeOffsets: [Int] = []
    var rowStrides: [Int] = []
    var total = 0
    for plane in 0..<format.planeCount {
      let rowStride = (format.rowBytes(plane: plane, width: width) + 63) / 64 * 64
      planeOffsets.append(total)
      rowStrides.append(rowStride)
      total += rowStride * format.rowCount(plane: plane, height: height)
    }
    self.planeOffsets = planeOffsets
    self.rowStrides = rowStrides
    byteCount = total
    // Room for a whole vector that begins at one of the last pixels.
    memory = AlignedBuffer(count: total + 64)
    matteSource = hasMatteSource ? PixelBuffer(format: Self.matteSourceFormat, width: width, height: height) : nil
  }

  /// Number of bytes of all planes, padding included.
  package let byteCount: Int

  /// The first byte of a plane.
  package func plane(_ index: Int) -> UnsafeMutablePointer<UInt8> { memory.base + planeOffsets[index] }
  /// Bytes from one row of a plane to the next.
  package func stride(ofPlane index: Int) -> Int { rowStrides[index] }
  /// Number of bytes in a row of a plane, without padding.
  package func rowBytes(ofPlane index: Int) -> Int { format.rowBytes(plane: index, width: width) }
  /// Number of rows of a plane.
  package func rowCount(ofPlane index: Int) -> Int { format.rowCount(plane: index, height: height) }

  /// Number of bytes of all planes without padding: the size of `packedBytes`.
  public var packedByteCount: Int {
    (0..<format.planeCount).reduce(0) { $0 + rowBytes(ofPlane: $1) * rowCount(ofPlane: $1) }
  }

  /// All bytes without padding, plane after plane and rows from top to bottom, as in raw video and in the input of frame hashes.
  public var packedBytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(packedByteCount)
    forEachRow { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// Visits the bytes of each row in packed order, without copying them.
  ///
  /// - Parameter body: is called with the bytes of a row, which are valid only during the call.
  public func forEachRow(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    for index in 0..<format.planeCount {
      for row in 0..<rowCount(ofPlane: index) {
        try body(UnsafeRawBufferPointer(start: plane(index) + row * rowStrides[index], count: rowBytes(ofPlane: index)))
      }
    }
  }

  /// Copies the samples inside `region`, in pixels, from another frame of the same format and size. If both frames have a `matteSource`,
  /// the matte source's samples are copied too. Along axes on which chroma is halved, the region's origin and size must be even.
  package func copy(_ region: PixelRect, from other: PixelBuffer) {
    precondition(
      other.format == format && other.width == width && other.height == height,
      "Frames must have one format and size to be copied.")
    for plane in 0..<format.planeCount {
      let hasHalfRows = format.halvesRows(ofPlane: plane)
      let bytesBeforeRegion = format.rowBytes(plane: plane, width: region.x)
      let regionRowBytes = format.rowBytes(plane: plane, width: region.width)
      let rowStride = rowStrides[plane]
      var start = planeOffsets[plane] + (hasHalfRows ? region.y / 2 : region.y) * rowStride + bytesBeforeRegion
      for _ in 0..<(hasHalfRows ? region.height / 2 : region.height) {
        (memory.base + start).update(from: other.memory.base + start, count: regionRowBytes)
        start &+= rowStride
      }
    }
    if let matteSource, let otherMatteSource = other.matteSource { matteSource.copy(region, from: otherMatteSource) }
  }
}
