import Encoding
import Foundation
import Model
import Raster
import TestSupport
import Testing

/// A frame from an integer formula, which changes with `index`; over frames and places every code occurs.
func testFrame(_ index: Int, _ format: PixelFormat = .yuv420p, width: Int = 64, height: Int = 48) -> PixelBuffer {
  let frame = PixelBuffer(format: format, width: width, height: height)
  for plane in 0..<format.planeCount {
    for row in 0..<frame.rowCount(ofPlane: plane) {
      let base = frame.plane(plane) + row * frame.stride(ofPlane: plane)
      for column in 0..<frame.rowBytes(ofPlane: plane) {
        let value = (column * (3 + plane) + row * 5 + index * 7 + (column * row / 16) ^ index) & 0xFF
        // The high byte of a 10-bit sample has two bits; samples of 12 bits use no more here.
        let isHigh = [10, 12].contains(format.bitDepth) && column % 2 == 1
        base[column] = UInt8(isHigh ? value & 3 : value)
      }
    }
  }
  return frame
}

/// A frame of one colour, given as the codes of its planes.
func flatFrame(_ codes: [UInt8], width: Int = 64, height: Int = 48) -> PixelBuffer {
  let frame = PixelBuffer(format: .yuv420p, width: width, height: height)
  for plane in 0..<3 {
    (frame.plane(plane)).update(
      repeating: codes[plane], count: frame.stride(ofPlane: plane) * frame.rowCount(ofPlane: plane))
  }
  return frame
}

/// The samples of all planes without the padding of rows.
func packedBytes(_ frame: PixelBuffer) -> [UInt8] {
  var bytes: [UInt8] = []
  frame.forEachRow { bytes.append(contentsOf: $0) }
  return bytes
}

/// Settings for movies of test frames of 64 × 48 pixels, encoded by one thread.
func testSettings(
  rate: Rational = 60, format: PixelFormat = .yuv420p, crf: Double = 18, preset: String = "veryfast",
  frames: Int? = nil
) -> MovieSettings {
  MovieSettings(width: 64, height: 48, frameRate: rate, pixelFormat: format).with {
    $0.quality = crf
    $0.encoderPreset = preset
    $0.threads = 1
    $0.expectedFrames = frames
  }
}

/// Writes a movie of `count` test frames.
func writeMovie(_ path: String, count: Int, settings: MovieSettings) throws {
  let writer = try MovieWriter(path: path, settings: settings)
  for index in 0..<count { try writer.append(testFrame(index, settings.pixelFormat)) }
  _ = try writer.finish()
}

/// What ffprobe says about a file and its only stream, by key.
///
/// - Parameter input: further options in front of the file's name.
func probe(_ path: String, format: String? = nil, input: [String] = []) throws -> [String: String] {
  var arguments = ["-v", "error", "-count_frames", "-show_streams", "-show_format", "-of", "default=nw=1"]
  if let format { arguments += ["-f", format] }
  let result = try Tool.run("ffprobe", arguments + input + [path])
  var values: [String: String] = [:]
  for line in result.text.split(separator: "\n") {
    let parts = line.split(separator: "=", maxSplits: 1)
    let key = String(parts[0])
    // Stream values come first; a format's value of the same name (start_time, duration) gets its own key.
    if parts.count == 2 { values[values[key] == nil ? key : "format." + key] = String(parts[1]) }
  }
  if !result.errorText.isEmpty { values["errors"] = result.errorText }
  return values
}

extension Codec: CustomTestStringConvertible {
  public var testDescription: String { name }
}

/// All frames of a movie as packed samples.
func decode(_ path: String, _ format: PixelFormat) throws -> [UInt8] { try decode([path], format) }

/// All frames of movies as packed samples, one movie after the other. One process decodes them all.
func decode(_ paths: [String], _ format: PixelFormat) throws -> [UInt8] {
  let folder = try TemporaryFolder()
  let outputs = paths.indices.flatMap { index in
    [
      "-map", "\(index):v:0", "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", format.rawValue,
      folder.file("\(index).raw"),
    ]
  }
  _ = try Tool.run("ffmpeg", ["-nostdin", "-v", "error"] + paths.flatMap { ["-i", $0] } + outputs)
  return paths.indices.flatMap { folder.bytes("\($0).raw") ?? [] }
}

extension MovieSettings {
  /// These settings with some changes.
  func with(_ change: (inout MovieSettings) -> Void) -> MovieSettings {
    var settings = self
    change(&settings)
    return settings
  }
}
