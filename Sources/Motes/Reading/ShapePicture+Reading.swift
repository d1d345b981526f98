import Encoding
import Model
import Raster
import Shading

extension ShapePicture {
  /// Reads a picture into a grid of samples. A sample has the mean colour and alpha of the pixels in its part of the picture; a pixel's
  /// weight is the share of this part that it fills.
  ///
  /// - Parameters:
  ///   - file: the picture, whose size has been checked. Its first frame is read.
  ///   - detail: number of samples along the longer side, at most one for each pixel.
  /// - Throws: `MediaError` if the picture cannot be read any more.
  package init(contentsOf file: Clip, detail: Int) throws(MediaError) {
    guard let light = try SeekingClip(file.path, givesEncoded: false).picture(0) else {
      throw MediaError(.file, "\(file.path) has no frame that can be decoded.", path: file.path)
    }
    let (columns, rows) = ShapePicture.size(of: file, detail: detail)
    self.init(file: file, columns: columns, rows: rows, samples: light.meanColors(columns: columns, rows: rows))
  }

  /// Draws words with emoji, and makes a grid of samples of the picture.
  package init(drawing words: SpriteWords, detail: Int) {
    let light = LightPicture(drawing: words, blending: .linear)
    let (columns, rows) = ShapePicture.size(width: words.width, height: words.height, detail: detail)
    // Unlike `words.width`, which counts pixels, the box is measured in points.
    self.init(
      file: nil, width: words.box.width, height: words.box.height, columns: columns, rows: rows,
      samples: light.meanColors(columns: columns, rows: rows))
  }
}
