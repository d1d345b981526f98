/// Something that a cell may have besides its birth parameters (`CellFeatures`). Evaluation of eight particles skips the code
/// of each feature that their cell does not have.
package enum CellFeature: UInt8, CaseIterable {
  // Emission
  /// The cell is a child: its particles are born of a parent particle.
  case child
  /// The cell has child cells.
  case children
  case birthJitter
  /// Birth parameters that change with time: they are read again for each batch of births.
  case animatedParameters
  /// A `burst` of a child cell that changes with time.
  case animatedBurst
  /// Births in clusters (`Cluster`).
  case clustered
  /// Random variables whose value all children of one parent, or all particles of a cluster, share (`Cell.shared`).
  case sharedRandom
  /// Random variables that are not uniform (`Cell.distribution`).
  case shapedRandom
  /// An emitter shape larger than a point.
  case shape
  /// Angles of emission are measured from the normal or tangent of the emitter's shape.
  case shapeAxis
  /// Births that the emitter's depth spreads in z.
  case deepShape
  /// The ages of the particles' bounces are recorded, since children are born at them.
  case bounceLog

  // Motion
  /// A direction at birth.
  case direction
  /// Directions at birth that fill a cone in 3-D, not only its section in a plane.
  case solidCone
  /// A velocity at birth: the cell's `velocity`, a share of the parent's velocity, or both.
  case velocity
  case gravity, drag, wind
  case travel, offset, sway, drift, flutter
  /// Journeys from scattered starting points to the emitter's shape (`Gather`).
  case gather
  /// Curves over life of the speed and of z.
  case velocityCurve, depthCurve
  /// Positions with a third coordinate.
  case threeD
  /// Trajectories that are integrated in steps (`Cell.isStepped`).
  case stepped
  /// Boundaries that end a life.
  case killBoundary
  /// Any `CellMotion`: a trajectory that may have several bends while a shutter is open.
  case bends
  /// Positions that are wrapped into `ForceProgram.wrapRectangle`: a particle that leaves at one side comes back at the opposite one.
  case wrap

  // Rotation
  /// Rotation in the plane, and rotation that follows the velocity.
  case rotation, align
  /// Rotation by `turn`, eased by `travelEase`.
  case easedTurn
  /// Curves over life: factor of the angular velocities, and angle added to the rotation.
  case spinCurve, rotationCurve
  /// Flat sprites that are rotated in 3-D about their own x axis (`tumble`), then also about the y axis that they had before
  /// (`tilt`), and that have another colour on their back.
  case tumble, tilt, backColor

  // Size and colour
  case scaleCurve
  /// A choice among several colours.
  case palette
  /// A factor of the colour that follows from the place on a shape: a picture's colour (`Cell.colorFrom`), or one of a gradient
  /// (`PlaceColors`).
  case placeColor
  case colorSpeed
  /// Red, green and blue can leave 0...1 and are clamped to that range.
  case colorClamp
  case alphaCurve
  /// Colour over life.
  case ramp
  /// Intensity other than 1.
  case intensity, intensityCurve
  /// Intensity and twinkle scale sRGB-encoded values.
  case encodedLight
  case inheritColor, inheritScale

  // Sprites
  /// Sprites that are described by one radius (`ParticleLayout.isRound`) in place of two half axes.
  case roundSprites
  /// A choice among several sprites.
  case manySprites
  /// Frames of flip-books.
  case flipBooks
  /// Sprites whose head, not their middle, is at the particle's position.
  case streaks

  // Curves over life in general, shutter, camera, order and trails
  /// Any curve that is sampled at age ÷ lifetime.
  case lifeCurve
  /// Motion blur, or a boundary that may kill a parent before the last shutter closes: the cell's particles are then followed
  /// until that shutter closes (`Evaluation.appendShutterSamples`).
  case shutter
  /// A lens that puts particles out of focus.
  case defocus
  /// Particles are sorted by a key before they are drawn.
  case order
  case trail
  /// Particles that the scene's lights light.
  case lit
  /// Sprites with a body: puffs that the scene's lights light from six sides (`CellEvaluator.hasPuffs`), or sheets, which are bent and lit
  /// point by point (`hasSheets`).
  case bodies

  /// What is evaluated is counted (`CellSampling`).
  case sampled
}
