import Lanes
import Model
import Raster

/// The light of one layer at eight places: for each colour a vector g, so that a surface with the unit normal n receives max(0, n · g). Colour and
/// intensity of the light do not count yet.
struct LayerField {
  var red: LaneVector
  var green: LaneVector
  var blue: LaneVector

  /// - Parameter place: pixels of the source's buffer, from the centre of its first pixel; z is the distance before the source's plane.
  @inline(__always)
  init(of source: any LayerLightSource, at place: LaneVector) {
    let light = source.buffer.light(atX: place.x, y: place.y, height: Lanes.abs(place.z))
    // The field points away from the source's plane on both of its sides: A counts along −z before the source, along z behind it.
    let side = Lanes.select(place.z .> 0, Float8(repeating: -1), Float8(repeating: 1))
    red = LaneVector(-light.slopeX.red, -light.slopeY.red, light.facing.red * side)
    green = LaneVector(-light.slopeX.green, -light.slopeY.green, light.facing.green * side)
    blue = LaneVector(-light.slopeX.blue, -light.slopeY.blue, light.facing.blue * side)
  }

  /// The sum of all colours, whose direction is that from which most of the light comes.
  var sum: LaneVector {
    LaneVector((red.x + green.x) + blue.x, (red.y + green.y) + blue.y, (red.z + green.z) + blue.z)
  }
}
