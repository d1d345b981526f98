extension Cell {
  /// Whether flat sprites rotate out of the canvas's plane (tumble or tilt), or their light depends on such a rotation.
  package var isTumbling: Bool {
    let parameters = [
      tumble, tumbleRange, tumbleSpeed, tumbleSpeedRange, glint, tilt, tiltRange, tiltSpeed, tiltSpeedRange, shading,
    ]
    return !parameters.allSatisfy(\.isZero) || backColor != nil
  }

  /// Whether every sprite is a puff, which is lit from six sides.
  package var hasPuffs: Bool { !sprites.isEmpty && sprites.allSatisfy { $0.shape.puff != nil } }

  /// Whether every sprite is a sheet, which is bent and turned in space.
  package var hasSheets: Bool { !sprites.isEmpty && sprites.allSatisfy { $0.shape.sheet != nil } }

  /// Whether every sprite is round and stays round, so that a radius stands for its half axes.
  package var hasRoundSprites: Bool { stretch.isZero && !isTumbling && sprites.allSatisfy(\.isRound) }

  /// Whether motion blur sweeps the sprites along straight lines: the light of a swept disc or soft disc that stays round has a
  /// closed form.
  package var isSwept: Bool { stretch.isZero && !isTumbling && sprites.allSatisfy(\.isSweepable) }
}
