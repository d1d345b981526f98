import Lanes
import Model
import Raster

extension LitSurface {
  /// Lights premultiplied pixels of a row, whose planes lie `planeStride` floats apart.
  ///
  /// - Parameters:
  ///   - others: the light of other layers on the row, which `otherLayers` has read.
  ///   - catches: whether nothing is seen but what falls onto the layer.
  ///   - row, first: the pixel where the row begins, in pixels of what is lit.
  ///   - surface: the place and the normal of eight pixels, from a distance from `first` on.
  @inline(__always)
  func light(
    _ pixels: UnsafeMutablePointer<Float>, planeStride: Int, row: Int, from first: Int, count: Int,
    _ others: OtherLayersLight.Row? = nil, of otherLayers: OtherLayersLight? = nil, catches: Bool = false,
    surface: (Int) -> (place: LaneVector, normal: LaneVector)
  ) {
    let shares = others?.shares
    var column = 0
    while column < count {
      let pixel = pixels + column
      var color = LaneColor(
        red: Lanes.load(pixel), green: Lanes.load(pixel + planeStride), blue: Lanes.load(pixel + 2 &* planeStride),
        alpha: Lanes.load(pixel + 3 &* planeStride))
      if Lanes.anyAbove(color.alpha, 0) {
        let (place, normal) = surface(column)
        let received = others?.light(at: column, normal: normal) ?? ReceivedLight()
        if let shares { otherLayers?.readShares(x: first &+ column, y: row, into: shares) }
        if catches {
          catchLight(&color, at: place, normal: normal, received, shares: shares)
          Lanes.store(color.alpha, to: pixel + 3 &* planeStride)
        } else {
          light(&color, at: place, normal: normal, received, shares: shares)
        }
        Lanes.store(color.red, to: pixel)
        Lanes.store(color.green, to: pixel + planeStride)
        Lanes.store(color.blue, to: pixel + 2 &* planeStride)
      }
      column &+= 8
    }
  }
}
