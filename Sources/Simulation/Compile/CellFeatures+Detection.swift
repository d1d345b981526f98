import Model

extension CellFeatures {
  /// For each row of `CellParameter.all` and each of its components, whether an unset cell has 0.
  private static let zerosByDefault: [[Bool]] = {
    let unset = Cell(name: "", path: 0)
    return CellParameter.all.map { $0.components(of: unset).map(\.number.isZero) }
  }()

  /// Features of a cell as far as they follow from itself; those that follow from its children and its parent are added by
  /// `finish`.
  init(of cell: Cell, isRoot: Bool, isInSpace: Bool, emitter: Emitter, canvas: Canvas) {
    self.init()
    for (row, isZeroByDefault) in zip(CellParameter.all, Self.zerosByDefault) {
      for (component, isZeroByDefault) in zip(row.components(of: cell), isZeroByDefault) {
        guard !component.number.isZero, component.channel != nil || isZeroByDefault else { continue }
        insert(parameter: component.parameter)
      }
    }
    insertMotion(of: cell, isInSpace: isInSpace)
    insertRotation(of: cell)
    insertLook(of: cell, canvas: canvas)
    // Births
    insert(.birthJitter, if: cell.birthJitter != 0)
    if isRoot {
      remove(parameters: .inheritVelocity)
    } else {
      insert(.isChild)
      insert(.velocity, if: contains(parameter: .inheritVelocity))
      insert(.inheritColor, if: cell.inherit.contains(.color))
      insert(.inheritScale, if: cell.inherit.contains(.scale))
      insert(.animatedBurst, if: !cell.burst.isConstant)
      insert(.sharedDraws, if: !cell.shared.isEmpty)
    }
    // Space
    insert(.space, if: isInSpace)
    insert(.direction, if: isInSpace)
    insert(.solidCone, if: cell.cone(in3D: isInSpace) == .solid)
    insert(.defocus, if: isInSpace && canvas.mayDefocus)
    let isSphere = if case .sphere = emitter.shape { true } else { false }
    insert(.deepShape, if: !isSphere && !emitter.depth.isZero)
    insert(.order, if: emitter.renderMode.sorts)
    insert(.trail, if: cell.trail != nil)
  }

  private mutating func insertMotion(of cell: Cell, isInSpace: Bool) {
    insert(.velocity, if: containsAny(parameters: .velocity, .velocityRange))
    insert(.gravity, if: containsAny(parameters: .xAcceleration, .yAcceleration))
    insert(.drag, if: containsAny(parameters: .drag, .dragRange))
    insert(.wind, if: containsAny(parameters: .windX, .windY))
    insert(.travel, if: containsAny(parameters: .travel, .travelRange))
    insert(
      .sway,
      if: containsAny(parameters: .swayAmplitudeX, .swayAmplitudeY, .swayAmplitudeRangeX, .swayAmplitudeRangeY))
    insert(.flutter, if: containsAny(parameters: .flutter, .flutterRange))
    insert(.offset, if: !cell.offsetOverLife.isEmpty)
    insert(.velocityCurve, if: !cell.velocityOverLife.isEmpty)
    insert(.depthCurve, if: !cell.depthOverLife.isEmpty)
    insert(.stepped, if: cell.isStepped)
    insert(.mortal, if: cell.bounds.contains { $0.action == .kill })
    insert(.wrap, if: cell.bounds.contains { $0.action == .wrap })
  }

  private mutating func insertRotation(of cell: Cell) {
    insert(.turn, if: containsAny(parameters: .turn, .turnRange))
    insert(
      .rotation,
      if: containsAny(parameters: .rotation, .rotationRange, .spin, .spinRange) || contains(.turn)
        || !cell.rotationOverLife.isEmpty)
    // A sprite can only be lengthened along its velocity if it lies along it.
    insert(.align, if: cell.alignToMotion || contains(parameter: .stretch))
    insert(.spinCurve, if: !cell.spinOverLife.isEmpty)
    insert(.rotationCurve, if: !cell.rotationOverLife.isEmpty)
    insert(.tumble, if: cell.isTumbling)
    insert(.tilt, if: containsAny(parameters: .tilt, .tiltRange, .tiltSpeed, .tiltSpeedRange))
    insert(.backColor, if: cell.backColor != nil)
  }

  private mutating func insertLook(of cell: Cell, canvas: Canvas) {
    insert(.scaleCurve, if: !cell.scaleOverLife.isEmpty)
    insert(.manySprites, if: cell.sprites.count > 1)
    insert(.streaks, if: cell.sprites.contains(where: \.shape.isHeadAtPosition))
    insert(.isRound, if: cell.hasRoundSprites)
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

  /// Adds what follows from a cell's children and removes what has no effect.
  mutating func finish(hasChildren: Bool) {
    // A range of something that is not there draws nothing.
    if !contains(.sway) {
      remove(
        parameters: .swayAmplitudeRangeX, .swayAmplitudeRangeY, .swayFrequencyX, .swayFrequencyY, .swayFrequencyRangeX,
        .swayFrequencyRangeY, .swayPhase, .swayPhaseRange)
    }
    // What never turns over does not swoop.
    if !contains(.tumble) { remove(.flutter) }
    insert(.hasChildren, if: hasChildren)
    insert(
      .lifeCurve,
      if: containsAny(
        .travel, .offset, .turn, .scaleCurve, .alphaCurve, .ramp, .velocityCurve, .depthCurve, .spinCurve,
        .rotationCurve, .intensityCurve))
    insert(
      .direction,
      if: containsAny(.velocity, .drag, .travel, .align, .hasChildren))
  }
}
