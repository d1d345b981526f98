import Model

extension CellFeatures {
  /// For each row of `CellParameter.all` and each of its components: whether the component is 0 in a cell that does not set it.
  private static let zerosByDefault: [[Bool]] = {
    let unset = Cell(name: "", cellPath: 0)
    return CellParameter.all.map { $0.components(of: unset).map(\.number.isZero) }
  }()

  /// Features that follow from a cell, its emitter and its canvas. Further features are added later: `finish` adds the features that follow
  /// from children or other features, `CellCompiler` adds `.animatedParameters` and `.shape`, and `TreeCompiler` adds `.bounceLog` and
  /// `.shutter`.
  ///
  /// - Parameters:
  ///   - components: for each row of `CellParameter.all`, the cell's components.
  ///   - isThreeDimensional: whether the cell's particles have a z.
  init(
    of cell: Cell, components: [[CellParameter.Component]], isRoot: Bool, isThreeDimensional: Bool, emitter: Emitter,
    canvas: Canvas
  ) {
    self.init()
    for (rowComponents, zeros) in zip(components, Self.zerosByDefault) {
      for (component, isZeroByDefault) in zip(rowComponents, zeros) {
        // Only parameters that code may skip are recorded: ranges (only they have a channel), and parameters that are 0 by default.
        guard !component.number.isZero, component.channel != nil || isZeroByDefault else { continue }
        insert(parameter: component.parameter)
      }
    }
    insert(.shapedRandom, if: !cell.shapedRanges.isEmpty)
    insertMotion(of: cell)
    insertRotation(of: cell)
    insertAppearance(of: cell, canvas: canvas)
    // Emission
    insert(.birthJitter, if: cell.birthJitter != 0)
    if isRoot {
      remove(parameters: .inheritVelocity)
      insert(.shapeAxis, if: cell.emissionFrom != .canvas)
      insert(.gather, if: cell.gather != nil)
      insert(.clustered, if: cell.cluster != nil)
      insert(.sharedRandom, if: cell.cluster != nil && !cell.shared.isEmpty)
      insert(.placeColor, if: cell.colorFrom == .picture && emitter.hasPicture(for: cell) || cell.colorByPlace != nil)
    } else {
      insert(.child)
      insert(.velocity, if: contains(parameter: .inheritVelocity))
      insert(.inheritColor, if: cell.inherit.contains(.color))
      insert(.inheritScale, if: cell.inherit.contains(.scale))
      insert(.animatedBurst, if: !cell.burst.isConstant)
      insert(.sharedRandom, if: !cell.shared.isEmpty)
    }
    // 3-D
    insert(.threeD, if: isThreeDimensional)
    insert(.direction, if: isThreeDimensional)
    insert(.solidCone, if: cell.cone(in3D: isThreeDimensional) == .solid)
    insert(.defocus, if: isThreeDimensional && canvas.mayDefocus)
    // A sphere spreads births in z by itself, over its diameter; the emitter's depth does not act on it.
    let isSphere = if case .sphere = emitter.shape { true } else { false }
    insert(.deepShape, if: !isSphere && !emitter.depth.isZero)
    insert(.order, if: emitter.renderMode.sortsParticles)
    insert(.trail, if: cell.trail != nil)
  }

  private mutating func insertMotion(of cell: Cell) {
    insert(.velocity, if: containsAny(parameters: .velocity, .velocityRange))
    insert(.gravity, if: containsAny(parameters: .xAcceleration, .yAcceleration))
    insert(.drag, if: containsAny(parameters: .drag, .dragRange))
    insert(.wind, if: containsAny(parameters: .windX, .windY))
    for motion in CellMotion.all {
      insert(motion.feature, if: motion.amplitudes.contains { contains(parameter: $0) })
    }
    insert(.offset, if: !cell.offsetOverLife.isEmpty)
    insert(.velocityCurve, if: !cell.velocityOverLife.isEmpty)
    insert(.depthCurve, if: !cell.depthOverLife.isEmpty)
    insert(.stepped, if: cell.isStepped)
    insert(.killBoundary, if: cell.bounds.contains { $0.action == .kill })
    insert(.wrap, if: cell.bounds.contains { $0.action == .wrap })
  }

  private mutating func insertRotation(of cell: Cell) {
    insert(.easedTurn, if: containsAny(parameters: .turn, .turnRange))
    insert(
      .rotation,
      if: containsAny(parameters: .rotation, .rotationRange, .spin, .spinRange) || contains(.easedTurn)
        || !cell.rotationOverLife.isEmpty)
    // A stretched sprite is lengthened along its own x axis, which must then lie along the velocity.
    insert(.align, if: cell.alignToMotion || contains(parameter: .stretch))
    insert(.spinCurve, if: !cell.spinOverLife.isEmpty)
    insert(.rotationCurve, if: !cell.rotationOverLife.isEmpty)
    insert(.tumble, if: cell.isTumbling)
    insert(.tilt, if: containsAny(parameters: .tilt, .tiltRange, .tiltSpeed, .tiltSpeedRange))
    insert(.backColor, if: cell.backColor != nil)
  }

  private mutating func insertAppearance(of cell: Cell, canvas: Canvas) {
    insert(.scaleCurve, if: !cell.scaleOverLife.isEmpty)
    insert(.manySprites, if: cell.sprites.count > 1)
    insert(.streaks, if: cell.sprites.contains(where: \.shape.isHeadAtPosition))
    insert(.roundSprites, if: cell.hasRoundSprites)
    insert(.flipBooks, if: cell.sprites.contains { $0.shape.picture?.isFlipBook ?? false })
    insert(.bodies, if: cell.hasSheets)
    insert(.palette, if: !cell.colors.isEmpty)
    insert(.colorSpeed, if: containsAny(parameters: .redSpeed, .greenSpeed, .blueSpeed))
    insert(.colorClamp, if: contains(.colorSpeed) || containsAny(parameters: .redRange, .greenRange, .blueRange))
    insert(.alphaCurve, if: !cell.alphaOverLife.isEmpty)
    insert(.ramp, if: !cell.colorOverLife.isEmpty)
    insert(.intensityCurve, if: !cell.intensityOverLife.isEmpty)
    insert(
      .intensity,
      if: cell.intensity.constant != 1 || contains(parameter: .intensityRange) || contains(.intensityCurve))
    insert(.encodedLight, if: canvas.blending == .srgb && (contains(.intensity) || contains(parameter: .twinkle)))
  }

  /// Adds the features that follow from a cell's children or from other features, and removes those without an effect.
  mutating func finish(hasChildren: Bool) {
    for motion in CellMotion.all {
      if let requirement = motion.requirement, !contains(requirement) { remove(motion.feature) }
      if !contains(motion.feature) {
        for detail in motion.details { remove(parameters: detail) }
      }
    }
    insert(.bends, if: CellMotion.all.contains { contains($0.feature) })
    insert(.children, if: hasChildren)
    insert(
      .lifeCurve,
      if: containsAny(
        .travel, .offset, .easedTurn, .scaleCurve, .alphaCurve, .ramp, .velocityCurve, .depthCurve, .spinCurve,
        .rotationCurve, .intensityCurve))
    insert(
      .direction,
      if: containsAny(.velocity, .drag, .travel, .align, .children))
  }
}
