import CFFmpeg
import Raster

/// Tells versions of an encoder apart by the bytes that they encode, since their version numbers need not differ.
package enum EncoderFingerprint {
  private static let frameCount = 4
  private static let sidePixels = 128

  /// The bytes that a few small frames of a fixed pattern are encoded to with these settings: the decoder's setup (`extradata`), then all
  /// packets. Parts from machines with equal bytes can be joined into one movie.
  ///
  /// - Throws: `MediaError` if the encoder is missing or does not take the settings.
  package static func bytes(for settings: MovieSettings) throws(MediaError) -> [UInt8] {
    var settings = settings
    let smallest = settings.codec.minimumSides
    (settings.width, settings.height) = (max(sidePixels, smallest.width), max(sidePixels, smallest.height))
    // Light levels follow from a movie's frames. They say nothing about the encoder.
    settings.contentLight = nil
    var bytes: [UInt8] = []
    func append(_ packet: UnsafeMutablePointer<AVPacket>) {
      bytes += UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size))
    }
    do {
      let encoder = try VideoEncoder(settings)
      if let parameters = encoder.parameters, parameters.pointee.extradata_size > 0 {
        bytes += UnsafeBufferPointer(
          start: parameters.pointee.extradata, count: Int(parameters.pointee.extradata_size))
      }
      let frame = PixelBuffer(format: settings.pixelFormat, width: settings.width, height: settings.height)
      for frameIndex in 0..<frameCount {
        frame.fillWithPattern(frameIndex)
        try encoder.encode(frame, time: Int64(frameIndex), each: append)
      }
      try encoder.encode(nil, time: 0, each: append)
    } catch {
      throw MediaError(error, kind: .codec, doing: "try the \(settings.codec.title) encoder", path: nil)
    }
    return bytes
  }
}

extension PixelBuffer {
  /// Fills all samples with gradients that shift from frame to frame. Their slopes are arbitrary.
  fileprivate func fillWithPattern(_ frameIndex: Int) {
    let shift = max(0, format.bitDepth - 8)
    for plane in 0..<format.planeCount {
      for row in 0..<rowCount(ofPlane: plane) {
        let bytes = self.plane(plane) + row * stride(ofPlane: plane)
        let count = format.rowBytes(plane: plane, width: width)
        func value(_ column: Int) -> Int { (3 * column + 5 * row + 11 * frameIndex + 40 * plane) & 255 }
        if format.bitDepth == 8 {
          for column in 0..<count { bytes[column] = UInt8(value(column)) }
        } else {
          for column in 0..<count / 2 {
            let sample = value(column) << shift
            (bytes[2 * column], bytes[2 * column + 1]) = (UInt8(sample & 255), UInt8(sample >> 8 & 255))
          }
        }
      }
    }
  }
}
