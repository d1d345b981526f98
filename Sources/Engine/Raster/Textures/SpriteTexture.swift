import Lanes
import Model

/// What picture sprites show, ready to be sampled: a picture, or one for each frame of a flip-book, all with the same levels down to one pixel.
package final class SpriteTexture: Sendable {
  /// All frames at one size.
  struct Level: Sendable {
    let frames: [SampledPicture.Level]
    /// The radius around the centre beyond which the pixels of every frame are 0, in units of half the width and half the height of the
    /// picture. A pixel at an edge of the picture does not extend beyond that edge.
    let contentRadius: Float
  }

  /// The levels, at least one, the finest first.
  let levels: [Level]
  /// Whether each pixel has the same number in all four channels, as white light of any opacity has. Each level's channels then hold the
  /// numbers of a pixel and its neighbours (`SampledPicture.Level.linearOfNeighbors`).
  let isWhite: Bool
  /// Whether the frames are the two halves of a puff's light: from the right, the left, below and above; from the front and from behind,
  /// then its opacity.
  let isPuff: Bool
  /// The memory of the levels.
  private let pictures: [SampledPicture]

  var frameCount: Int { pictures.count }

  /// Cuts a picture into frames.
  ///
  /// - Parameters:
  ///   - light: the picture's pixels; nil makes a transparent texture of one pixel.
  ///   - picture: the size of the frames and their arrangement in columns and rows.
  package convenience init(_ light: LightPicture?, _ picture: SpritePicture) {
    self.init(
      light ?? LightPicture(width: 1, height: 1, isOpaque: false),
      frameSize: light == nil ? (1, 1) : (picture.frameWidth, picture.frameHeight), columns: picture.columns,
      frameCount: light == nil ? 1 : max(min(picture.frameCount, picture.columns * picture.rows), 1))
  }

  /// Makes a texture whose only frame is the whole picture.
  package convenience init(_ light: LightPicture) {
    self.init(light, frameSize: (light.width, light.height), columns: 1, frameCount: 1)
  }

  /// Makes the texture of a puff.
  package convenience init(_ puff: Puff) {
    let volume = PuffVolume(puff)
    let pictures = (0..<2).map { _ in
      SampledPicture(width: PuffVolume.width, height: PuffVolume.width, edges: .clamped, levelsFit: true)
    }
    volume.light(sides: pictures[0].levels[0], facesAndOpacity: pictures[1].levels[0])
    self.init(pictures, isPuff: true)
  }

  private convenience init(
    _ light: LightPicture, frameSize: (width: Int, height: Int), columns: Int, frameCount: Int
  ) {
    self.init(
      (0..<frameCount).map { frame in
        let picture = SampledPicture(width: frameSize.width, height: frameSize.height, edges: .clamped, levelsFit: true)
        picture.store(light, x: frame % columns * frameSize.width, y: frame / columns * frameSize.height)
        return picture
      }, isPuff: false)
  }

  private init(_ pictures: [SampledPicture], isPuff: Bool) {
    for picture in pictures { _ = picture.computeLevels(upTo: .max) }
    (self.pictures, self.isPuff) = (pictures, isPuff)
    isWhite = !isPuff && pictures.allSatisfy { Self.isWhite($0.levels[0]) }
    levels = pictures[0].levels.indices.map { index in
      let frames = pictures.map { $0.levels[index] }
      return Level(frames: frames, contentRadius: Self.contentRadius(frames))
    }
    if isWhite { for picture in pictures { picture.gatherNeighbors() } }
  }

  private static func isWhite(_ level: SampledPicture.Level) -> Bool {
    (0..<level.height).allSatisfy { y in
      let row = level.row(y)
      return (0..<level.width).allSatisfy { row[$0] == SampledPicture.Pixel(repeating: row[$0].w) }
    }
  }

  /// Computes `Level.contentRadius`. A pixel extends to the centres of its neighbours, because samples up to there read it.
  private static func contentRadius(_ frames: [SampledPicture.Level]) -> Float {
    var greatest: Float = 0
    for level in frames {
      let (halfWidth, halfHeight) = (Float(level.width) / 2, Float(level.height) / 2)
      for y in 0..<level.height {
        let row = level.row(y)
        for x in 0..<level.width where row[x] != SampledPicture.Pixel() {
          let right = min((abs(Float(x) + 0.5 - halfWidth) + 1) / halfWidth, 1)
          let down = min((abs(Float(y) + 0.5 - halfHeight) + 1) / halfHeight, 1)
          greatest = max(greatest, right * right + down * down)
        }
      }
    }
    return greatest.squareRoot()
  }
}
