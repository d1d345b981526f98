import Encoding
import Model
import Raster

extension Renderer {
  /// Draws the missing frames of a sequence of pictures, and gives them to its writer.
  ///
  /// - Parameters:
  ///   - writer: the writer of the sequence, for the renderer's pixel format.
  ///   - settings: the settings that the writer was made with.
  ///   - progress: called after each frame with its number of particles; returns whether to go on.
  /// - Returns: whether all missing frames were drawn. They are written only when `SequenceWriter.finish` has returned.
  /// - Throws: `MediaError` for a frame that could not be written.
  package func drawMissing(
    of writer: SequenceWriter, settings: PictureSettings, progress: (_ particles: Int) -> Bool
  ) throws(MediaError) -> Bool {
    let needsDecoding = settings.format.isLinearLight && scene.canvas.blending == .srgb
    var framesLeft = writer.missingFrames.count
    var goesOn = true
    for run in FrameSequence.runs(of: writer.missingFrames) where goesOn {
      try render(run) { (frame) throws(MediaError) in
        if needsDecoding { frame.pixels.decodeSRGB() }
        try writer.append(frame.pixels, number: frame.number)
        framesLeft -= 1
        goesOn = progress(frame.particles)
        return goesOn
      }
    }
    return framesLeft == 0
  }
}
