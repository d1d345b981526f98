import Lanes
import Model

extension PictureSprite {
  /// How samples of a sprite's texture become its colours.
  enum Coloring {
    /// White light of any opacity, in four equal channels.
    case white
    /// Premultiplied colours.
    case color
    /// A puff that nothing lights: the opacity, in four equal channels.
    case puffOpacity
    /// A puff that is lit from six sides.
    case puffLight(PuffLight)

    @inline(__always)
    init(_ texture: SpriteTexture, _ record: SpriteRecord, _ sideLights: UnsafePointer<Float>?) {
      if texture.isPuff {
        if let sideLights {
          self = .puffLight(
            PuffLight(
              sides: sideLights + record.ownIndex &* ParticleLayout.sideLightCount,
              even: (record.red, record.green, record.blue)))
        } else {
          self = .puffOpacity
        }
      } else {
        self = texture.isWhite ? .white : .color
      }
    }
  }
}

/// The light on one puff, times its colour.
struct PuffLight {
  /// Red, green and blue from the right, the left, below, above, the front and behind.
  let sides: UnsafePointer<Float>
  /// Light that is the same in all of the puff: what it shines by itself, and haze before it.
  let even: (red: Float, green: Float, blue: Float)
}

extension TextureTap {
  /// The opacity of a puff's pixels, in all channels.
  @inline(__always)
  func opacityOfPuff(_ places: SamplePlaces) -> LaneColor {
    let opacity = secondLevel.linear(places).blue
    return LaneColor(red: opacity, green: opacity, blue: opacity, alpha: opacity)
  }

  /// A puff's pixels: their answers to light of six sides, each times the light that comes from there, and their opacity.
  @inline(__always)
  func sample(_ places: SamplePlaces, under light: PuffLight) -> LaneColor {
    let (sides, faces) = (level.linear(places), secondLevel.linear(places))
    let values = light.sides
    @inline(__always) func sum(_ channel: Int, _ even: Float) -> Float8 {
      let across = sides.red * values[channel] + sides.green * values[channel &+ 3]
      let along = sides.blue * values[channel &+ 6] + sides.alpha * values[channel &+ 9]
      let through = faces.red * values[channel &+ 12] + faces.green * values[channel &+ 15]
      return (across + along) + (through + faces.blue * even)
    }
    return LaneColor(
      red: sum(0, light.even.red), green: sum(1, light.even.green), blue: sum(2, light.even.blue), alpha: faces.blue)
  }
}
