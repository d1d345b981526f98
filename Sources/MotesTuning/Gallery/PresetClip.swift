import Encoding
import Model
import Motes
import Presets

/// A short moving picture of a preset: small enough for a list of them.
package struct PresetClip {
  /// Longest side in pixels.
  package var side: Int
  /// Frames a second.
  package var rate: Int
  /// Longest duration in seconds, of a preset that is no loop, or of one that is too long to be shown whole.
  package var seconds: Int
  /// Quality on the scale of the codec.
  package var quality: Double?
  /// Threads that draw and encode; nil for all cores.
  package var threads: Int?

  /// A clip's measures.
  package init(side: Int, rate: Int, seconds: Int, quality: Double? = nil, threads: Int? = nil) {
    (self.side, self.rate, self.seconds) = (side, rate, seconds)
    (self.quality, self.threads) = (quality, threads)
  }

  /// The even size of a canvas's shape whose longer side is `side`, but no larger than the canvas.
  package func size(of canvas: Canvas) -> (width: Int, height: Int) {
    let (width, height) = (canvas.widthPixels, canvas.heightPixels)
    let share = min(1, Double(side) / Double(max(width, height)))
    func even(_ length: Int) -> Int { max(2, 2 * Int((Double(length) * share / 2).rounded())) }
    return (even(width), even(height))
  }

  /// The preset of a name or path, at the clip's size and rate. One that is called a loop is read as a loop, if it lasts whole frames.
  package func preset(_ name: String, _ settings: PresetSettings) throws(PresetError) -> Preset {
    let own = try Preset.load(name, settings)
    let (width, height) = size(of: own.scene.canvas)
    var settings = settings
    settings.size = .pixels(width: width, height: height)
    settings.frameRate = Rational(Int64(rate))
    if own.scene.tags.contains("loop"), own.scene.canvas.duration.double <= Double(2 * seconds) {
      var looping = settings
      looping.loops = true
      if let preset = try? Preset.load(name, looping) { return preset }
    }
    return try Preset.load(name, settings)
  }

  /// The frames of a preset that are shown: all of a loop, else some from the middle, where more is to be seen than at the beginning.
  package func frames(of preset: Preset) -> ClosedRange<Int> {
    let count = max(preset.scene.canvas.frameCount, 1)
    let shown = preset.scene.canvas.loops ? count : min(count, seconds * rate)
    let first = (count - shown) / 2
    return first...(first + shown - 1)
  }

  /// Writes the clip of a preset that `preset(_:_:)` has read.
  ///
  /// - Parameters:
  ///   - path: of the file; its extension chooses the codec.
  ///   - goesOn: asked after each frame.
  /// - Returns: whether the clip is whole.
  package func write(
    _ preset: Preset, to path: String, allowsReplacing: Bool = false, goesOn: () -> Bool = { true }
  ) throws -> Bool {
    let codec = try Codec(forFile: path, keepingAlpha: false)
    let format = codec.pixelFormats[0]
    let canvas = preset.scene.canvas
    let settings = MovieSettings(
      width: canvas.widthPixels, height: canvas.heightPixels, frameRate: canvas.frameRate, codec: codec,
      pixelFormat: format, quality: quality, threads: threads ?? 0, allowsReplacing: allowsReplacing)
    let renderer = try Renderer(preset, format: format, threads: threads)
    let outcome = try renderer.writeMovieAndWait(to: path, frames: frames(of: preset), settings: settings) { _ in
      goesOn()
    }
    if case .finished = outcome { return true }
    return false
  }
}
