import Encoding
import Listening
import Model
import Presets
import Typography

extension AssetLoader {
  /// Reads clips and pictures with FFmpeg's libraries, and typesets words with fonts from files and fonts installed on this
  /// machine.
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
        let result = try Typesetter.typeset(request, knownFiles: knownFiles)
        return (result.text, result.files)
      } catch {
        throw Failure(error.message)
      }
    },
    soundCurves: { (path) throws(AssetLoader.Failure) in
      do {
        return try SoundCurvesFile.read(path)
      } catch let error as MediaError {
        throw failure(error)
      } catch {
        throw Failure("\(error)")
      }
    })

  /// The error as a failure of the loader, whose messages have no full stop at their end.
  private static func failure(_ error: MediaError) -> Failure {
    Failure(error.sentence.hasSuffix(".") ? String(error.sentence.dropLast()) : error.sentence)
  }
}
