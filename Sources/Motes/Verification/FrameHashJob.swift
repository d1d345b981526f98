import Hashing
import Model
import Presets
import Raster

/// Draws and hashes frames of a preset, for `motes hash` and `motes verify`. Unlike a `RenderJob`, it runs in one process and has no folder.
package struct FrameHashJob {
  package let preset: Preset
  /// Numbers of the frames.
  package let frames: FrameSequence
  /// Layout of the samples that are hashed.
  package let format: PixelFormat
  /// The number of threads that draw; nil for one for each core.
  package let threads: Int?
  /// What lies behind the effect.
  package let backdrop: Backdrop

  package init(preset: Preset, frames: FrameSequence, format: PixelFormat, threads: Int?, backdrop: Backdrop) {
    self.preset = preset
    self.frames = frames
    self.format = format
    self.threads = threads
    self.backdrop = backdrop
  }

  /// A file of hashes with this job's headers and no lines.
  package var emptyFile: FrameHashFile {
    let canvas = preset.scene.canvas
    return FrameHashFile(frameRate: canvas.frameRate, width: canvas.widthPixels, height: canvas.heightPixels)
  }

  /// Renders the frames in order and calls `body` with the line and the pixels of each. `body` returns whether to go on.
  package func run(_ body: (FrameHashFile.Line, PixelBuffer) throws -> Bool) throws {
    let hasher = FrameHasher()
    let renderer = try Renderer(preset, format: format, threads: threads, backdrop: backdrop)
    try renderer.render(frames) { frame in
      try body(FrameHashFile.Line(frame, hashedBy: hasher), frame.pixels)
    }
  }
}
