import Lanes

/// Draws all particles that show the same picture, in groups of blocks of eight pixels: `PictureSprite` samples a group, and this loop blends
/// it. Only this loop is compiled for each blender.
struct PictureLoop: BlendLoop {
  let batches: UnsafeBufferPointer<SpriteBatch>
  let shape: PreparedShape
  let texture: SpriteTexture
  let context: SpriteContext

  @inline(never)
  func run<ConcreteBlender: Blender>(_ blender: ConcreteBlender) {
    // Read from `self` for each particle, they would be retained for each.
    let (shape, texture, context) = (shape, texture, context)
    let tile = context.target.tile
    let stride = SpriteRecord.stride(isRound: context.isRound)
    PictureSprite.withMemory(tileWidth: tile.width) { memory in
      for batch in batches {
        for index in 0..<batch.count {
          let record = SpriteRecord(batch.records + index &* stride, isRound: context.isRound)
          var sprite = PictureSprite(record, shape, texture, context, memory, sideLights: batch.sideLights)
          let light = sprite.light
          while sprite.sampleNextGroup() {
            var block = 0
            while block < sprite.groupCount {
              let (color, pixel) = sprite.sample(block)
              blender.blend(
                red: light.red * color.red, green: light.green * color.green, blue: light.blue * color.blue,
                alpha: light.alpha * color.alpha, onto: pixel, planeStride: tile.width)
              block &+= 1
            }
          }
        }
      }
    }
  }
}
