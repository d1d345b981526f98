import Lanes

/// What other layers do to the light at places in space: they shed light of their own, and keep away that of lamps.
package protocol LightAtPlaces: AnyObject, Sendable {
  /// Whether any layer sheds light.
  var hasField: Bool { get }
  /// Whether any layer casts shadows.
  var hasShadows: Bool { get }

  /// The light of layers at eight places in points: for each colour a vector g, so that a surface with the unit normal n receives max(0, n · g).
  func field(at place: LaneVector) -> (red: LaneVector, green: LaneVector, blue: LaneVector)

  /// For each of `PreparedLights.sources` that is shadowed, the shares of its light at eight places in points that are not in the shadow, in eight
  /// floats for each; those of the others are left.
  func readShares(at place: LaneVector, into shares: UnsafeMutablePointer<Float>)
}
