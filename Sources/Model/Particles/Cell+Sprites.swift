extension Cell {
  /// Whether flat sprites turn in space: tumble, tilt, shade or show a back.
  package var isTumbling: Bool {
    let parameters = [
      tumble, tumbleRange, tumbleSpeed, tumbleSpeedRange, glint, tilt, tiltRange, tiltSpeed, tiltSpeedRange, shading,
    ]
    return !parameters.allSatisfy(\.isZero) || backColor != nil
  }

  /// Whether a radius stands for each of its sprites.
  package var hasRoundSprites: Bool { stretch.isZero && !isTumbling && sprites.allSatisfy(\.isRound) }

  /// Whether the light of its sprites swept along a line has a closed form: soft discs and discs that stay round.
  package var isSwept: Bool { stretch.isZero && !isTumbling && sprites.allSatisfy(\.isSweepable) }
}
