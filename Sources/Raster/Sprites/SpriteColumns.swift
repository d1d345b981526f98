/// A view of particles to be drawn, as columns; the meaning is that of `ParticleColumns`.
///
/// Places and half axes are frame pixels, pixel centres at .5; colours are premultiplied. In a round layout `axisXx` is
/// the radius and the other three axes are never read. All columns can be read in whole lanes of eight.
package struct SpriteColumns: @unchecked Sendable {
  package let isRound: Bool
  package let x: UnsafePointer<Float>
  package let y: UnsafePointer<Float>
  package let axisXx: UnsafePointer<Float>
  package let axisXy: UnsafePointer<Float>
  package let axisYx: UnsafePointer<Float>
  package let axisYy: UnsafePointer<Float>
  package let red: UnsafePointer<Float>
  package let green: UnsafePointer<Float>
  package let blue: UnsafePointer<Float>
  package let alpha: UnsafePointer<Float>
  /// Which shape of the set each particle shows.
  package let sprites: UnsafePointer<UInt8>
  /// The particle that each record is a shutter sample of, as 24 bits; 0 for a particle of one record. Nil where all are.
  package let particleIDs: UnsafePointer<Float>?
  /// Pixels over which a lens spreads each, where one does; for layouts that are not round.
  package let blur: UnsafePointer<Float>?

  package init(
    isRound: Bool, x: UnsafePointer<Float>, y: UnsafePointer<Float>, axisXx: UnsafePointer<Float>,
    axisXy: UnsafePointer<Float>, axisYx: UnsafePointer<Float>, axisYy: UnsafePointer<Float>,
    red: UnsafePointer<Float>, green: UnsafePointer<Float>, blue: UnsafePointer<Float>, alpha: UnsafePointer<Float>,
    sprites: UnsafePointer<UInt8>, blur: UnsafePointer<Float>? = nil, particleIDs: UnsafePointer<Float>? = nil
  ) {
    self.isRound = isRound
    self.x = x
    self.y = y
    self.axisXx = axisXx
    self.axisXy = axisXy
    self.axisYx = axisYx
    self.axisYy = axisYy
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
    self.sprites = sprites
    self.particleIDs = particleIDs
    self.blur = blur
  }
}
