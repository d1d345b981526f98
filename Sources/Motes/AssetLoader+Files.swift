import Encoding
import Model
import Presets
import Typography

extension AssetLoader {
  /// Reads clips and pictures by FFmpeg's libraries, and typesets words by those of fonts.
  package static let files = AssetLoader(
    clip: { (path) throws(AssetLoader.Failure) in
      do throws(MediaError) { return try Clip(contentsOf: path) } catch { throw failure(error) }
    },
    shapePicture: { (file, detail) throws(AssetLoader.Failure) in
      do throws(MediaError) { return try ShapePicture(contentsOf: file, detail: detail) } catch { throw failure(error) }
    },
    shapeWords: { (words, detail) throws(AssetLoader.Failure) in ShapePicture(drawing: words, detail: detail) },
    typeset: { (request, knownFiles) throws(AssetLoader.Failure) in
      do throws(TypographyError) {
        let result = try Typesetter.set(request, knownFiles: knownFiles)
        return (result.text, result.files)
      } catch {
        throw Failure(error.message)
      }
    })

  /// A message of a preset, which ends without a full stop.
  private static func failure(_ error: MediaError) -> Failure {
    Failure(error.sentence.hasSuffix(".") ? String(error.sentence.dropLast()) : error.sentence)
  }
}
