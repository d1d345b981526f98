import Model
import Raster
import Shading

/// Makes the textures of a plan's sprites. Sprites that need the same texture share it.
final class SpriteTextures {
  private let files: (any SceneFiles)?
  private let blending: Canvas.Blending
  private var pictureTextures: [(picture: SpritePicture, texture: SpriteTexture)] = []
  private var puffTextures: [Puff: SpriteTexture] = [:]
  private var wordTextures: [(words: SpriteWords, texture: SpriteTexture)] = []

  init(files: (any SceneFiles)?, blending: Canvas.Blending) { (self.files, self.blending) = (files, blending) }

  /// The texture of a shape, which must be a puff, a picture or words with emoji.
  func texture(of shape: Sprite.Shape) -> SpriteTexture {
    switch shape {
    case .picture(let picture): return texture(of: picture)
    case .words(let words): return texture(of: words)
    case .puff(let puff): return texture(of: puff)
    default: preconditionFailure("Only puffs, pictures and words with emoji have textures.")
    }
  }

  /// The texture of a picture, which depends on its file and on how the file is cut into frames.
  private func texture(of picture: SpritePicture) -> SpriteTexture {
    if let found = pictureTextures.first(where: { $0.picture.sharesTexture(with: picture) }) { return found.texture }
    guard let files else {
      preconditionFailure("A scene with pictures is drawn by a renderer that was given its files.")
    }
    let texture = SpriteTexture(files.frames(of: picture.file).picture(0), picture)
    pictureTextures.append((picture, texture))
    return texture
  }

  private func texture(of puff: Puff) -> SpriteTexture {
    if let found = puffTextures[puff] { return found }
    let texture = SpriteTexture(puff)
    puffTextures[puff] = texture
    return texture
  }

  private func texture(of words: SpriteWords) -> SpriteTexture {
    if let found = wordTextures.first(where: { $0.words == words }) { return found.texture }
    let texture = SpriteTexture(LightPicture(drawing: words, blending: blending))
    wordTextures.append((words, texture))
    return texture
  }
}

extension SpritePicture {
  /// Whether both are cut into the same frames of the same file, so that one texture serves both.
  fileprivate func sharesTexture(with other: SpritePicture) -> Bool {
    file == other.file && columns == other.columns && rows == other.rows && frameCount == other.frameCount
  }
}
