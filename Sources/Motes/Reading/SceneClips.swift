import Encoding
import Model
import Raster

extension Clip {
  /// Reads the size, the length and the number of frames of a movie or picture file.
  ///
  /// - Parameter path: path of a movie or picture that this machine's FFmpeg decodes.
  /// - Throws: `MediaError` if the file cannot be read, or has no frame that can be decoded.
  public init(contentsOf path: String) throws(MediaError) { self = try SeekingClip(path, givesEncoded: false).clip }
}

extension Scene {
  /// The files that the scene shows, opened for renderers; nil if it shows none.
  ///
  /// - Throws: `RenderError` of kind `file` for a file that cannot be read any more, or that has changed.
  package func openedFiles(threads: Int) throws(RenderError) -> (any SceneFiles)? {
    clips.isEmpty ? nil : try SceneClips(of: self, threads: threads)
  }
}

/// The clips of a scene, opened for the renderers that draw it.
final class SceneClips: SceneFiles {
  private let clips: [String: SeekingClip]

  /// Opens the clips of a scene.
  ///
  /// - Throws: `RenderError` of kind `file` for a clip that cannot be read any more, or that has changed.
  init(of scene: Scene, threads: Int) throws(RenderError) {
    var clips: [String: SeekingClip] = [:]
    for clip in scene.clips where clips[clip.path] == nil {
      let opened: SeekingClip
      do {
        opened = try SeekingClip(clip.path, givesEncoded: scene.canvas.blending == .srgb, threads: threads)
      } catch {
        throw RenderError(.file, error.sentence)
      }
      guard opened.clip == clip else {
        throw RenderError(.file, "\(clip.path) has changed since the scene was made.")
      }
      clips[clip.path] = opened
    }
    self.clips = clips
  }

  func frames(of clip: Clip) -> any ClipFrames {
    guard let frames = clips[clip.path] else { preconditionFailure("A scene's clips are opened with it.") }
    return frames
  }
}
