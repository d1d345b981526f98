import Lanes
import Model

/// What the values of a motion are: one number, the two of a point, or the place of a colour among others.
struct MotionValues {
  /// Numbers of one value.
  var dimensions: Int
  /// Reads a value that does not move.
  var constant: (JSONNode) -> [Double]?
  /// Reads a value that may move, one of those that are added; nil where values cannot be added.
  var term: ((JSONNode) -> [AnimatedNumber.Source]?)?
  /// What of a path is the value; nil: a path makes no sense.
  var way: Way?

  enum Way { case points, angles }
}

/// A motion that has been read: a source for each number.
struct ReadMotion {
  var sources: [AnimatedNumber.Source]
  /// Seconds until it ends, its delay included; infinite if it never does.
  var length: Double
  /// Where it ends.
  var end: [Double]
}

extension PresetDecoder {
  /// Reads an object that moves a value.
  ///
  /// - Parameter origin: where a motion without a beginning of its own begins: the end of the one before it in a sequence.
  func motion(_ node: JSONNode, of values: MotionValues, from origin: [Double]? = nil) -> ReadMotion? {
    guard let members = node.members else {
      report("should be an object that moves a value, not \(node.kind)", at: node)
      return nil
    }
    func has(_ keys: String...) -> Bool { members.contains { keys.contains($0.key) } }
    if has("keys", "values") {
      return draft(node, Declarations.keyframes).flatMap { keyframes($0, of: values, at: node) }
    }
    if has("sequence") { return draft(node, Declarations.sequence).flatMap { sequence($0, of: values, from: origin) } }
    if has("sum") { return draft(node, Declarations.sum).flatMap { sum($0, of: values, at: node) } }
    if has("path") { return draft(node, Declarations.way).flatMap { way($0, of: values, at: node) } }
    if has("from", "to") {
      return draft(node, Declarations.tween).flatMap { tween($0, of: values, from: origin, at: node) }
    }
    report(
      "an object that moves a value needs keys, or from and to, or one of values, sequence, sum and path", at: node)
    return nil
  }

  private func draft(_ node: JSONNode, _ declaration: Declaration<MotionDraft>) -> MotionDraft? {
    let before = issueCount
    var draft = MotionDraft()
    readObject(node, declaration, into: &draft)
    if draft.spring != nil, draft.easing != nil { report("ease and spring exclude each other", at: node) }
    if draft.repeats != nil, draft.repeatDuration != nil {
      report("repeat and repeatDuration exclude each other", at: node)
    }
    if issueCount == before, let space = draft.interpolation, !acceptsInterpolation {
      report("interpolation is of colours, and stands with the whole motion, not with its parts", at: space)
    }
    return issueCount == before ? draft : nil
  }

  // MARK: From one value to another

  private func tween(
    _ draft: MotionDraft, of values: MotionValues, from origin: [Double]?, at node: JSONNode
  ) -> ReadMotion? {
    if draft.from == nil, origin == nil {
      report("needs the key from", at: node)
      return nil
    }
    let settled = draft.spring?.settlingDuration()
    if draft.duration == nil, settled == nil {
      report("needs the key duration", at: node)
      return nil
    }
    if draft.duration == nil, settled == .infinity, draft.hasRuns {
      report("needs the key duration: nothing damps this spring, so that it never rests", at: node)
      return nil
    }
    let start = draft.from.map { node in inside(key: "from") { values.constant(node) } } ?? origin
    let end = draft.to.flatMap { node in inside(key: "to") { values.constant(node) } }
    guard let start, let end else { return nil }
    let duration = draft.duration ?? min(max(settled ?? 1, 0.001), 1e6)
    let motion: NumberTween.Motion = draft.spring.map { .spring($0) } ?? .easing(draft.easing ?? .linear)
    let run = run(draft, duration: duration)
    var read = ReadMotion(
      sources: zip(start, end).map { from, to in
        .tween(
          NumberTween(
            from: from, to: to, duration: duration, motion: motion, repeatCount: run.repeatCount,
            autoreverses: draft.autoreverses, delay: draft.delay))
      }, length: draft.delay + duration * run.repeatCount, end: end)
    if run.repeatCount != 1 { read.end = PresetDecoder.end(of: read) }
    return held(read, draft, from: draft.delay, of: values)
  }

  private static func end(of motion: ReadMotion) -> [Double] {
    motion.sources.map { $0.value(at: AnimationClock(min(motion.length, 1e6))) }
  }

  /// The clock of runs that are `duration` long: it shows the seconds since a run began.
  private func run(_ draft: MotionDraft, duration: Double, motion: NumberTween.Motion = .easing(.linear)) -> NumberTween
  {
    NumberTween(
      from: 0, to: duration, duration: duration, motion: motion,
      repeatCount: draft.repeats ?? draft.repeatDuration.map { $0 / duration } ?? 1, autoreverses: draft.autoreverses,
      delay: draft.delay)
  }

  /// A motion that ends after `duration` in runs as the draft says.
  func repeated(_ motion: ReadMotion, _ draft: MotionDraft, easing: Easing? = nil) -> ReadMotion {
    guard draft.hasRuns || easing != nil else { return motion }
    let run = run(draft, duration: max(motion.length, 0.001), motion: .easing(easing ?? .linear))
    var repeated = ReadMotion(
      sources: motion.sources.map { .retimed($0, run) }, length: draft.delay + run.duration * run.repeatCount,
      end: motion.end)
    if run.repeatCount != 1 { repeated.end = PresetDecoder.end(of: repeated) }
    return repeated
  }

  /// A motion with the values that it has before and after.
  func held(_ motion: ReadMotion, _ draft: MotionDraft, from start: Double, of values: MotionValues)
    -> ReadMotion?
  {
    guard draft.before != nil || draft.after != nil else { return motion }
    let issues = issueCount
    let before = draft.before.flatMap { node in inside(key: "before") { values.constant(node) } }
    let after = draft.after.flatMap { node in inside(key: "after") { values.constant(node) } }
    guard issueCount == issues else { return nil }
    var held = motion
    held.sources = motion.sources.indices.map { index in
      .held(
        motion.sources[index], .init(before: before?[index], start: start, after: after?[index], end: motion.length))
    }
    held.end = after ?? motion.end
    return held
  }

  // MARK: One after another, and together

  private func sequence(_ draft: MotionDraft, of values: MotionValues, from origin: [Double]?) -> ReadMotion? {
    guard let node = draft.sequence, let list = inside(key: "sequence", { elements(node, of: "motions") }) else {
      return nil
    }
    guard !list.isEmpty else {
      inside(key: "sequence") { report("needs at least one motion", at: node) }
      return nil
    }
    let issues = issueCount
    var parts = [[AnimatedNumber.Segment]](repeating: [], count: values.dimensions)
    var length = 0.0
    var end = origin
    let acceptsInterpolation = acceptsInterpolation
    self.acceptsInterpolation = false
    defer { self.acceptsInterpolation = acceptsInterpolation }
    inside(key: "sequence") {
      for (index, element) in list.enumerated() {
        inside(index: index) {
          guard let part = motion(element, of: values, from: end) else { return }
          for (number, source) in part.sources.enumerated() {
            parts[number].append(AnimatedNumber.Segment(start: length, source: source))
          }
          if !part.length.isFinite, index + 1 < list.count {
            report("this motion never ends, so that nothing can follow it", at: element)
          }
          length += max(part.length, 0)
          end = part.end
        }
      }
    }
    guard issueCount == issues, let end else { return nil }
    if !length.isFinite, draft.hasRuns, draft.repeats != nil || draft.repeatDuration != nil || draft.autoreverses {
      report("its last motion never ends, so that it can not be repeated", at: node)
      return nil
    }
    var whole = ReadMotion(sources: parts.map { .sequence($0) }, length: length, end: end)
    if length.isFinite { whole = repeated(whole, draft) }
    return held(whole, draft, from: draft.delay, of: values)
  }

  private func sum(_ draft: MotionDraft, of values: MotionValues, at node: JSONNode) -> ReadMotion? {
    guard let term = values.term else {
      report("colours are not added", at: node)
      return nil
    }
    guard let list = draft.sum, let nodes = inside(key: "sum", { elements(list, of: "values") }) else { return nil }
    guard !nodes.isEmpty else {
      inside(key: "sum") { report("needs at least one value", at: list) }
      return nil
    }
    let terms = inside(key: "sum") {
      nodes.enumerated().compactMap { index, node in inside(index: index) { term(node) } }
    }
    guard terms.count == nodes.count else { return nil }
    var read = ReadMotion(
      sources: (0..<values.dimensions).map { number in .sum(terms.map { $0[number] }) }, length: .infinity, end: [])
    let settled = read.sources.map(\.settleTime).max() ?? 0
    if settled.isFinite { read.length = max(settled, 0) }
    read.end = PresetDecoder.end(of: read)
    return read
  }

  // MARK: Along a path

  private func way(_ draft: MotionDraft, of values: MotionValues, at node: JSONNode) -> ReadMotion? {
    guard let way = values.way else {
      report("a path gives points, and angles where degrees are wanted", at: node)
      return nil
    }
    guard let path = draft.path else { return nil }
    let length = ArcLength(path)
    guard length.length > 0 else {
      report("this path has no length", at: node)
      return nil
    }
    let curves = way == .points ? length.shares : [length.angles]
    let place: ReadMotion
    if let at = draft.at {
      if draft.duration != nil || draft.spring != nil || draft.easing != nil || draft.hasRuns {
        report(
          "at says where it is at any time, so that duration, ease, spring, repeat and delay mean nothing", at: node)
        return nil
      }
      guard let moving = inside(key: "at", { movingNumber(at, NumberRule(.share, -1e3...1e3)) }) else { return nil }
      place = ReadMotion(sources: [moving.source], length: max(moving.source.settleTime, 0), end: [])
    } else {
      var tween = draft
      (tween.before, tween.after) = (nil, nil)
      tween.from = JSONNode(.number(0, text: "0"), at: node.origin)
      tween.to = JSONNode(.number(1, text: "1"), at: node.origin)
      let share = MotionValues(dimensions: 1, constant: { self.number($0, NumberRule(.share, 0...1)).map { [$0] } })
      guard let run = self.tween(tween, of: share, from: nil, at: node) else { return nil }
      place = run
    }
    var read = ReadMotion(sources: curves.map { .curve($0, at: place.sources[0]) }, length: place.length, end: [])
    read.end = PresetDecoder.end(of: read)
    return held(read, draft, from: draft.delay, of: values)
  }
}
