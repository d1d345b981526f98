import Lanes
import Model

extension PresetDecoder {
  /// The keys of an animation before they become a source for each component.
  private struct KeyTable {
    /// The time, in seconds, and the easing of each key. `value` is not used here: a key's value may have two components, which
    /// are in `values`.
    var keys: [NumberKey] = []
    /// Values of the keys: `values[key][component]`.
    var values: [[Double]] = []
    /// Whether any key has an easing of its own.
    var hasEasings = false

    func keys(ofComponent component: Int) -> [NumberKey] {
      keys.indices.map { NumberKey(time: keys[$0].time, value: values[$0][component], easing: keys[$0].easing) }
    }

    /// Euclidean distances from each key's value to the next one's: one fewer than keys.
    var distances: [Double] {
      zip(values, values.dropFirst()).map { from, to in
        var squaredDistance = 0.0
        for (a, b) in zip(from, to) { squaredDistance += (b - a) * (b - a) }
        return squaredDistance.squareRoot()
      }
    }

    /// Whether the last key returns to the first one's value, so that a smooth curve has no corner there.
    var isClosed: Bool { keys.count > 2 && values.first == values.last }
  }

  /// An animation by keys: a source for each component, which goes from key to key as the mode says.
  func keyframes(_ draft: AnimationDraft, of values: AnimatedValueReader, at node: JSONNode) -> DecodedAnimation? {
    if let problem = contradiction(in: draft) {
      report(problem, at: node)
      return nil
    }
    guard var table = draft.keys != nil ? keyTable(draft, of: values) : valueTable(draft, of: values),
      let first = table.keys.first, let last = table.keys.last, let endValue = table.values.last
    else { return nil }
    let isPaced = draft.mode == .paced || draft.mode == .cubicPaced
    if isPaced, table.hasEasings {
      report("a key's ease means nothing where the speed is constant; ease beside keys is of the whole cycle", at: node)
      return nil
    }
    if table.keys.count == 1, draft.easing != nil || table.hasEasings {
      warn("ease has no effect on a single key: it leads from one key to the next", at: node.origin)
    }
    if draft.mode == .discrete { for index in table.keys.indices { table.keys[index].easing = .hold } }
    if draft.mode == .paced { table = paced(table) }
    var decoded = DecodedAnimation(
      sources: [], totalSeconds: draft.duration ?? max(last.time, 0), endValue: endValue)
    if let spring = draft.spring {
      (decoded.sources, decoded.totalSeconds) = pulled(
        table, by: spring, dimensions: values.dimensions, duration: draft.duration)
    } else {
      let shape = KeyShape(tension: draft.tension ?? 0, continuity: draft.continuity ?? 0, bias: draft.bias ?? 0)
      let curves = (0..<values.dimensions).map {
        NumberCurve.cubic(table.keys(ofComponent: $0), shape: shape, isClosed: table.isClosed)
      }
      switch draft.mode {
      case .linear, .discrete, .paced:
        decoded.sources = (0..<values.dimensions).map { .keys(table.keys(ofComponent: $0)) }
      case .cubic: decoded.sources = curves.map { .curve($0, at: nil) }
      case .cubicPaced:
        let arc = ArcLength(through: curves)
        // The share of the arc length that has been covered grows evenly with time; the coordinates are functions of that share.
        let share: AnimatedNumber.Source = .keys([
          NumberKey(time: first.time, value: 0), NumberKey(time: last.time, value: 1),
        ])
        decoded.sources =
          arc.length > 0 ? arc.coordinatesByShare.map { .curve($0, at: share) } : endValue.map { .constant($0) }
      }
    }
    // `before` holds until the first key; in cycles until the first cycle, which includes the time before its first key.
    let start = draft.delay + (draft.hasOwnClock ? 0 : first.time)
    return held(repeated(decoded, draft, easing: isPaced ? draft.easing : nil), draft, startingAt: start, of: values)
  }

  /// Keys of the animation that exclude or need each other, in a sentence; nil if nothing is wrong.
  private func contradiction(in draft: AnimationDraft) -> String? {
    if draft.keys != nil, draft.values != nil { return "keys and values exclude each other" }
    if draft.keys != nil, draft.keyTimes != nil { return "keyTimes belong to values; keys have times of their own" }
    if draft.values != nil, draft.duration == nil { return "needs the key duration" }
    if draft.spring != nil, draft.mode != .linear { return "mode and spring exclude each other" }
    return nil
  }

  /// Keys as written: `[[time, value], [time, value, ease], …]`.
  private func keyTable(_ draft: AnimationDraft, of values: AnimatedValueReader) -> KeyTable? {
    guard let node = draft.keys else { return nil }
    return inside(key: "keys") {
      guard let list = elements(node, of: "keys [time, value]") else { return nil }
      guard !list.isEmpty else {
        report("needs at least one key", at: node)
        return nil
      }
      let before = issueCount
      var table = KeyTable()
      for (index, element) in list.enumerated() {
        inside(index: index) {
          guard case .array(let fields) = element.value, fields.count == 2 || fields.count == 3 else {
            report("a key is [time, value] or [time, value, ease]", at: element)
            return
          }
          guard let time = number(fields[0], NumberSchema(.seconds)) else { return }
          if let last = table.keys.last, time < last.time {
            report("its time \(plain(time)) lies before that of the key before it, \(plain(last.time))", at: fields[0])
          }
          guard let easing = fields.count == 3 ? easing(fields[2]) : draft.easing ?? .linear,
            let value = values.constant(fields[1])
          else { return }
          if fields.count == 3 { table.hasEasings = true }
          table.keys.append(NumberKey(time: time, value: 0, easing: easing))
          table.values.append(value)
        }
      }
      return issueCount == before ? table : nil
    }
  }

  /// Keys from `values`, which have no times of their own, and `keyTimes`, the shares of the duration at which they are reached.
  private func valueTable(_ draft: AnimationDraft, of values: AnimatedValueReader) -> KeyTable? {
    guard let node = draft.values, let duration = draft.duration else { return nil }
    let before = issueCount
    let list: [[Double]] =
      inside(key: "values") {
        guard let list = elements(node, of: "values") else { return [] }
        if list.isEmpty { report("needs at least one value", at: node) }
        return list.enumerated().compactMap { index, element in inside(index: index) { values.constant(element) } }
      }
    guard issueCount == before else { return nil }
    // Without keyTimes, the last value is reached at the end; but discrete values each hold for an equal time.
    var shares = list.indices.map { Double($0) / Double(max(draft.mode == .discrete ? list.count : list.count - 1, 1)) }
    if let node = draft.keyTimes {
      let read: [Double]? = inside(key: "keyTimes") {
        elements(node, of: "shares")?.enumerated().compactMap { index, element in
          inside(index: index) { number(element, NumberSchema(.share, 0...1)) }
        }
      }
      guard issueCount == before, let read else { return nil }
      // As in Core Animation, discrete values may have one share more: the end of the last value, which is not used.
      guard read.count == list.count || draft.mode == .discrete && read.count == list.count + 1 else {
        report("keyTimes has \(read.count) shares for \(list.count) values", at: node)
        return nil
      }
      if let index = read.indices.dropFirst().first(where: { read[$0] < read[$0 - 1] }) {
        report("the share \(plain(read[index])) lies before the one before it, \(plain(read[index - 1]))", at: node)
        return nil
      }
      shares = Array(read.prefix(list.count))
    }
    return KeyTable(
      keys: shares.map { NumberKey(time: $0 * duration, value: 0, easing: draft.easing ?? .linear) }, values: list)
  }

  /// The keys with other times between those of the first and the last key, so that the speed is constant.
  private func paced(_ table: KeyTable) -> KeyTable {
    let distances = table.distances
    let totalDistance = distances.reduce(0, +)
    guard let first = table.keys.first?.time, let last = table.keys.last?.time, totalDistance > 0 else { return table }
    var paced = table
    var distance = 0.0
    for index in table.keys.indices {
      if index > 0 { distance += distances[index - 1] }
      paced.keys[index].time = first + (last - first) * (distance / totalDistance)
      paced.keys[index].easing = .linear
    }
    return paced
  }

  /// The response of a spring to a target that jumps from key to key at the keys' times. Springs are linear, so the responses
  /// to the jumps add up.
  ///
  /// - Returns: a source for each component, and the seconds of the animation: `duration`, or if that is nil those until the
  ///   spring rests.
  private func pulled(
    _ table: KeyTable, by spring: Spring, dimensions: Int, duration: Double?
  ) -> (sources: [AnimatedNumber.Source], totalSeconds: Double) {
    let settlingSeconds = AnimationDraft.clampedDuration(spring.settlingDuration())
    let sources = (0..<dimensions).map { component -> AnimatedNumber.Source in
      let keys = table.keys(ofComponent: component)
      let jumps = zip(keys, keys.dropFirst()).map { from, to -> AnimatedNumber.Source in
        .tween(
          NumberTween(
            from: 0, to: to.value - from.value, duration: settlingSeconds, motion: .spring(spring), delay: to.time))
      }
      return .sum([.constant(keys[0].value)] + jumps)
    }
    return (sources, duration ?? (table.keys.last?.time ?? 0) + settlingSeconds)
  }
}
