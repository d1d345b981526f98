import Lanes
import Model

/// The light on the six sides of eight puffs.
///
/// Light from a direction is shared out to the three sides that it meets by the squares of its components along the puff's own axes, whose sum
/// is 1 (G. McTaggart, 2004, "Half-Life 2 / Valve source shading", for his ambient cube). So a puff that turns keeps its bright side where the
/// light is.
struct SideLight {
  var right = LaneVector()
  var left = LaneVector()
  var bottom = LaneVector()
  var top = LaneVector()
  var front = LaneVector()
  var back = LaneVector()
  /// Unit vectors along the puff's own axes in the frame; the third axis points to the eye.
  private let xAxis: (x: Float8, y: Float8)
  private let yAxis: (x: Float8, y: Float8)

  /// - Parameter axes: the sprites' half axes, of any length.
  @inline(__always)
  init(axes: (xx: Float8, xy: Float8, yx: Float8, yy: Float8)) {
    @inline(__always) func unit(_ x: Float8, _ y: Float8) -> (x: Float8, y: Float8) {
      let inverse = 1 / Lanes.sqrt(Lanes.max(x * x + y * y, 1e-20))
      return (x * inverse, y * inverse)
    }
    xAxis = unit(axes.xx, axes.xy)
    yAxis = unit(axes.yx, axes.yy)
  }

  /// The shares of the six sides of light from a direction, in the order of the properties.
  @inline(__always)
  private func shares(
    _ x: Float8, _ y: Float8, _ z: Float8
  ) -> (right: Float8, left: Float8, bottom: Float8, top: Float8, front: Float8, back: Float8) {
    let (u, v) = (x * xAxis.x + y * xAxis.y, x * yAxis.x + y * yAxis.y)
    @inline(__always) func square(_ component: Float8) -> Float8 {
      let positive = Lanes.max(component, 0)
      return positive * positive
    }
    return (square(u), square(-u), square(v), square(-v), square(z), square(-z))
  }

  /// Adds light of one colour.
  ///
  /// - Parameters:
  ///   - direction: unit vectors to the light.
  ///   - share: the share of it that arrives.
  @inline(__always)
  mutating func add(_ light: SIMD3<Float>, from direction: LaneVector, share: Float8) {
    let shares = shares(direction.x, direction.y, direction.z)
    right.add(light, times: shares.right * share)
    left.add(light, times: shares.left * share)
    bottom.add(light, times: shares.bottom * share)
    top.add(light, times: shares.top * share)
    front.add(light, times: shares.front * share)
    back.add(light, times: shares.back * share)
  }

  /// Adds light of layers: for each colour a vector as long as the light is strong (`LightAtPlaces.field`).
  @inline(__always)
  mutating func add(red: LaneVector, green: LaneVector, blue: LaneVector) {
    @inline(__always) func add(_ light: LaneVector, _ channel: WritableKeyPath<LaneVector, Float8>) {
      let inverse = 1 / Lanes.max(Lanes.sqrt(light.dot(light)), 1e-12)
      let shares = shares(light.x, light.y, light.z)
      right[keyPath: channel] += shares.right * inverse
      left[keyPath: channel] += shares.left * inverse
      bottom[keyPath: channel] += shares.bottom * inverse
      top[keyPath: channel] += shares.top * inverse
      front[keyPath: channel] += shares.front * inverse
      back[keyPath: channel] += shares.back * inverse
    }
    add(red, \.x)
    add(green, \.y)
    add(blue, \.z)
  }

  /// Adds light from everywhere, a sixth of it from each side, which is the mean of a direction's shares; then multiplies all by the puffs' colour.
  ///
  /// - Parameter diffuse: a factor of the light that was added before.
  @inline(__always)
  mutating func scale(by color: LaneVector, diffuse: Float, ambient: SIMD3<Float>) {
    let sixth = ambient / 6
    @inline(__always) func scaled(_ side: LaneVector) -> LaneVector {
      LaneVector(
        (side.x * diffuse + sixth.x) * color.x, (side.y * diffuse + sixth.y) * color.y,
        (side.z * diffuse + sixth.z) * color.z)
    }
    (right, left) = (scaled(right), scaled(left))
    (bottom, top) = (scaled(bottom), scaled(top))
    (front, back) = (scaled(front), scaled(back))
  }

  /// Calls `body` with each side, in the order of the columns.
  @inline(__always)
  func forEachSide(_ body: (Int, LaneVector) -> Void) {
    body(0, right)
    body(1, left)
    body(2, bottom)
    body(3, top)
    body(4, front)
    body(5, back)
  }
}
