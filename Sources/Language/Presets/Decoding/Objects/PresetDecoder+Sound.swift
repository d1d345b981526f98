import JSON
import Model

extension SoundFollower {
  /// What a knob can follow: a curve, a band of the spectrum, or events.
  static let sources =
    SoundWord.allCases.filter(\.isFollowed).map(\.rawValue)
    + (0..<SoundCurves.bandCount).map { "band\($0)" } + Self.eventSources

  /// Events, each of which is a peak as high as its strength.
  fileprivate static let eventSources = ["beats", "onsets"]
}

extension PresetDecoder {
  /// Reads the file of the preset's sound into the scope.
  func readSound(_ node: JSONNode, on canvas: Canvas) {
    guard let name = plainText(node) else { return }
    do throws(AssetLoader.Failure) {
      guard let sound = try assetFinder?.soundCurves(named: name, writtenIn: Int(node.origin.source)) else { return }
      scope.sound = sound
      let loopSeconds = canvas.duration.double
      if canvas.loops, abs(sound.duration - loopSeconds) < 1 / canvas.frameRate.double {
        scope.soundLoopSeconds = loopSeconds
      }
    } catch {
      report(error.message, at: node)
    }
  }

  /// Reports a preset that loops and follows a sound of another length.
  func checkLoop(ofSound node: JSONNode, on canvas: Canvas) {
    guard canvas.loops, scope.soundLoopSeconds == nil, let sound = scope.sound, !scope.soundUse.words.isEmpty else {
      return
    }
    report(
      "the preset loops every \(SceneProblem.numberText(canvas.duration.double)) s, and this sound lasts \(SceneProblem.numberText(sound.duration)) s, so values would jump where it begins again: --no-loop lets it run on; a loop of sound has to be as long as the canvas's",
      at: node)
  }

  /// The value of a knob that follows the sound, within the knob's range; nil without a sound.
  func listening(_ follower: SoundFollower, to knob: Scope.KnobValue) -> AnimatedNumber? {
    scope.soundUse.note(follower.source)
    guard let sound = scope.sound, let value = knob.number else { return nil }
    let envelope: SoundCurve
    if SoundFollower.eventSources.contains(follower.source) {
      let events = follower.source == "beats" ? sound.beats : sound.onsets()
      envelope = follower.envelope(of: events, duration: sound.duration)
    } else {
      guard let curve = sound.curve(follower.source) else { return nil }
      envelope = follower.envelope(of: curve)
    }
    let reading = SoundReading(
      .curve(envelope), secondsAhead: follower.secondsAhead, loopSeconds: scope.soundLoopSeconds)
    return AnimatedNumber(
      .sum([.constant(value), .product(.constant(follower.amount), .sound(reading))]),
      in: knob.range ?? AnimatedNumber.everything)
  }
}
