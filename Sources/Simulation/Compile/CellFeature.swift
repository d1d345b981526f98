/// Something that a cell may use besides numbers of its own (`CellFeatures`). A batch of eight particles skips all else.
package enum CellFeature: UInt8, CaseIterable {
  // Emission
  case isChild, hasChildren
  case birthJitter
  /// Birth parameters that change with time: they are read for each batch.
  case animatedParameters
  case animatedBurst
  /// Draws that are made once for each parent.
  case sharedDraws
  /// Births on a shape larger than a point.
  case shape
  /// Births spread in z.
  case deepShape
  /// Bounces at which children are born.
  case bounceLog

  // Motion
  /// Direction of birth.
  case direction
  /// Cone of births that is filled in space.
  case solidCone
  case velocity, gravity, drag, wind
  case travel, offset, sway, flutter
  /// Curves over life of the speed and of the depth.
  case velocityCurve, depthCurve
  /// Positions with a third coordinate.
  case space
  /// Paths without a closed form.
  case stepped
  /// Boundaries that end a life.
  case mortal
  /// Sides of the frame that meet: positions are modulo `ForceProgram.wrapRectangle`.
  case wrap

  // Rotation
  case rotation, align
  /// Degrees of rotation that follow `travelEase`.
  case turn
  /// Curves over life of the rates of rotation and of the angle.
  case spinCurve, rotationCurve
  /// Flat sprites that turn in space, tilted ones among them, and the colour of their backs.
  case tumble, tilt, backColor

  // Size and colour
  case scaleCurve
  case palette
  case colorSpeed, colorClamp
  case alphaCurve, ramp
  case intensity, intensityCurve
  /// Light that is scaled as sRGB-encoded values.
  case encodedLight
  case inheritColor, inheritScale

  // Sprites
  /// A radius instead of two half axes.
  case isRound
  case manySprites, streaks

  // What all curves, shutters and cameras need
  /// Curves that are sampled at age ÷ lifetime.
  case lifeCurve
  /// An open shutter, of the cell itself or of a child (`Evaluation.appendShutterSamples`).
  case shutter
  /// A lens that puts particles out of focus.
  case defocus
  /// A sorting key.
  case order
  case trail
}
