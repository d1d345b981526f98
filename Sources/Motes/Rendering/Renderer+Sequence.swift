import Encoding
import Model
import Raster

extension Renderer {
  /// Draws those frames of a sequence of pictures that no earlier run has finished, and gives them to the sequence's writer.
  ///
  /// - Parameters:
  ///   - writer: the writer of the sequence, for the renderer's pixel format.
  ///   - settings: the settings that the writer was made with.
  ///   - progress: called after each frame with its number of particles; returns whether to go on.
  /// - Returns: whether all missing frames were drawn. They are written only when `SequenceWriter.finish` has returned.
  /// - Throws: `MediaError` for a frame that could not be written.
  package func drawMissingFrames(
    of writer: SequenceWriter, settings: PictureSettings, progress: (_ particles: Int) -> Bool
  ) throws(MediaError) -> Bool {
    let decodesSRGB = settings.format.isLinearLight && scene.canvas.blending == .srgb
    var framesLeft = writer.missingFrames.count
    var goesOn = true
    for frames in FrameSequence.sequences(of: writer.missingFrames) where goesOn {
      try render(frames) { (frame) throws(MediaError) in
        if decodesSRGB { frame.pixels.decodeSRGB() }
        try writer.append(frame.pixels, number: frame.number)
        framesLeft -= 1
        goesOn = progress(frame.particles)
        return goesOn
      }
    }
    return framesLeft == 0
  }
}
