import Encoding
import Model
import Motes
import Presets

/// Settings of a short clip of a preset, small enough that a page can show many.
package struct PresetClip {
  /// The longer side of the clip in pixels, at most.
  package var maximumSide: Int
  /// Frames a second.
  package var frameRate: Int
  /// The longest duration in seconds of a clip that is no loop. A loop is shown whole, however long it is; a preset that is only
  /// tagged as a loop counts as one if it lasts at most twice as long as this.
  package var maximumSeconds: Int
  /// Quality on the codec's own scale; nil for the codec's default.
  package var quality: Double?
  /// Threads that draw and encode; nil for all cores.
  package var threads: Int?

  package init(maximumSide: Int, frameRate: Int, maximumSeconds: Int, quality: Double? = nil, threads: Int? = nil) {
    (self.maximumSide, self.frameRate, self.maximumSeconds) = (maximumSide, frameRate, maximumSeconds)
    (self.quality, self.threads) = (quality, threads)
  }

  /// The size of a canvas's clip, in the canvas's proportions, with even sides of at most `maximumSide`. A smaller canvas is not
  /// enlarged.
  package func size(of canvas: Canvas) -> (width: Int, height: Int) {
    let (width, height) = (canvas.widthPixels, canvas.heightPixels)
    let scale = min(1, Double(maximumSide) / Double(max(width, height)))
    func even(_ length: Int) -> Int { max(2, 2 * Int((Double(length) * scale / 2).rounded())) }
    return (even(width), even(height))
  }

  /// Loads a preset by its name or path at the clip's size and frame rate. A preset tagged as a loop is read as a loop, unless it
  /// lasts longer than twice `maximumSeconds` or cannot loop.
  package func preset(_ name: String, _ settings: PresetSettings) throws(PresetError) -> Preset {
    let original = try Preset.load(name, settings)
    let (width, height) = size(of: original.scene.canvas)
    var settings = settings
    settings.size = .pixels(width: width, height: height)
    settings.frameRate = Rational(Int64(frameRate))
    if original.scene.tags.contains("loop"), original.scene.canvas.duration.double <= Double(2 * maximumSeconds) {
      var looping = settings
      looping.loops = true
      if let preset = try? Preset.load(name, looping) { return preset }
    }
    return try Preset.load(name, settings)
  }

  /// The numbers of a preset's frames that the clip shows: all frames of a loop; otherwise frames around the middle, since a
  /// preset shows less at its beginning.
  package func frames(of preset: Preset) -> ClosedRange<Int> {
    let count = max(preset.scene.canvas.frameCount, 1)
    let shown = preset.scene.canvas.loops ? count : min(count, maximumSeconds * frameRate)
    let first = (count - shown) / 2
    return first...(first + shown - 1)
  }

  /// Writes the clip of a preset that `preset(_:_:)` has loaded.
  ///
  /// - Parameters:
  ///   - path: path of the file, whose extension chooses the codec.
  ///   - goesOn: called after each frame; the work ends if it returns false.
  /// - Returns: whether the clip was finished.
  package func write(
    _ preset: Preset, to path: String, allowsReplacing: Bool = false, goesOn: () -> Bool = { true }
  ) throws -> Bool {
    let codec = try Codec(forFile: path, keepingAlpha: false)
    let format = codec.pixelFormats[0]
    let canvas = preset.scene.canvas
    var settings = MovieSettings(
      width: canvas.widthPixels, height: canvas.heightPixels, frameRate: canvas.frameRate, codec: codec,
      pixelFormat: format)
    (settings.quality, settings.threads, settings.allowsReplacing) = (quality, threads ?? 0, allowsReplacing)
    let renderer = try Renderer(preset, format: format, threads: threads)
    let outcome = try renderer.writeMovieAndWait(to: path, frames: frames(of: preset), settings: settings) { _ in
      goesOn()
    }
    if case .finished = outcome { return true }
    return false
  }
}
