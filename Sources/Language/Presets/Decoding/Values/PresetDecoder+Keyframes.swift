import JSON
import Lanes
import Model

extension PresetDecoder {
  /// The keys of an animation, whose values may have several components, before they are made into a source for each component.
  private struct KeyTable {
    /// The time, in seconds, and the easing of each key. The property `value` of these keys is not used: see `values`.
    var keys: [NumberKey] = []
    /// The values of the keys: `values[key][component]`.
    var values: [[Double]] = []
    /// Whether any key has an easing of its own.
    var hasEasings = false

    /// The keys with the values of one component.
    func keys(ofComponent component: Int) -> [NumberKey] {
      keys.indices.map { NumberKey(time: keys[$0].time, value: values[$0][component], easing: keys[$0].easing) }
    }

    /// Euclidean distances between the values of consecutive keys; one fewer than keys.
    var distances: [Double] {
      zip(values, values.dropFirst()).map { from, to in
        var squaredDistance = 0.0
        for (a, b) in zip(from, to) { squaredDistance += (b - a) * (b - a) }
        return squaredDistance.squareRoot()
      }
    }

    /// Whether the last key has the first key's value. Then a smooth curve is smooth from the last key on to the first, too.
    var isClosed: Bool { keys.count > 2 && values.first == values.last }
  }

  /// Builds an animation by keys, which goes from key to key as the mode says.
  func keyframes(_ draft: AnimationDraft, of reader: AnimatedValueReader, at node: JSONNode) -> DecodedAnimation? {
    if let problem = contradiction(in: draft) {
      report(problem, at: node)
      return nil
    }
    guard var table = draft.keys != nil ? keyTable(draft, of: reader) : valueTable(draft, of: reader),
      let first = table.keys.first, let last = table.keys.last, let endValue = table.values.last
    else { return nil }
    let isPaced = draft.mode == .paced || draft.mode == .cubicPaced
    if isPaced, table.hasEasings {
      report("a key has no ease where the speed is constant; the ease beside keys is for the whole cycle", at: node)
      return nil
    }
    if table.keys.count == 1, draft.easing != nil {
      warn("ease has no effect on a single key: it leads from one key to the next", at: node.origin)
    }
    if draft.mode == .discrete { for index in table.keys.indices { table.keys[index].easing = .hold } }
    if draft.mode == .paced { table = paced(table) }
    var decoded = DecodedAnimation(
      sources: [], totalSeconds: draft.duration ?? max(last.time, 0), endValue: endValue)
    if let spring = draft.spring {
      (decoded.sources, decoded.totalSeconds) = springResponse(
        to: table, of: spring, componentCount: reader.componentCount, duration: draft.duration)
    } else {
      let shape = KeyShape(tension: draft.tension ?? 0, continuity: draft.continuity ?? 0, bias: draft.bias ?? 0)
      let curves = (0..<reader.componentCount).map {
        NumberCurve.cubic(table.keys(ofComponent: $0), shape: shape, isClosed: table.isClosed)
      }
      switch draft.mode {
      case .linear, .discrete, .paced:
        decoded.sources = (0..<reader.componentCount).map { .keys(table.keys(ofComponent: $0)) }
      case .cubic: decoded.sources = curves.map { .curve($0, at: nil) }
      case .cubicPaced:
        let arcLength = ArcLength(through: curves)
        // The share of the arc length that has been covered grows linearly with time; the coordinates are functions of that
        // share.
        let share: AnimatedNumber.Source = .keys([
          NumberKey(time: first.time, value: 0), NumberKey(time: last.time, value: 1),
        ])
        decoded.sources =
          arcLength.length > 0
          ? arcLength.coordinatesByShare.map { .curve($0, at: share) } : endValue.map { .constant($0) }
      }
    }
    // The value `before` holds until the first key, or, if the animation repeats, until the first cycle begins; a cycle includes
    // the time before its first key.
    let start = draft.delay + (draft.hasOwnClock ? 0 : first.time)
    let cycles = repeated(decoded, draft, easing: isPaced ? draft.easing : nil)
    return withValuesBeforeAndAfter(cycles, draft, startingAt: start, of: reader)
  }

  /// A message on keys of the animation that exclude or need each other; nil if nothing is wrong.
  private func contradiction(in draft: AnimationDraft) -> String? {
    if draft.keys != nil, draft.values != nil { return "keys and values cannot be combined" }
    if draft.keys != nil, draft.keyTimes != nil { return "keyTimes are for values; keys have their own times" }
    if draft.values != nil, draft.duration == nil { return "needs the key duration" }
    if draft.spring != nil, draft.mode != .linear { return "mode and spring cannot be combined" }
    return nil
  }

  /// Reads `keys`: `[[time, value], [time, value, ease], …]`.
  private func keyTable(_ draft: AnimationDraft, of reader: AnimatedValueReader) -> KeyTable? {
    guard let node = draft.keys else { return nil }
    return inside(key: "keys") {
      guard let list = elements(node, of: "keys [time, value]") else { return nil }
      guard !list.isEmpty else {
        report("needs at least one key", at: node)
        return nil
      }
      let issueCountBefore = issueCount
      var table = KeyTable()
      for (index, element) in list.enumerated() {
        inside(index: index) {
          guard case .array(let fields) = element.value, fields.count == 2 || fields.count == 3 else {
            report("a key is [time, value] or [time, value, ease]", at: element)
            return
          }
          guard let time = number(fields[0], NumberSchema(.seconds)) else { return }
          if let last = table.keys.last, time < last.time {
            report("its time \(plain(time)) is less than that of the previous key, \(plain(last.time))", at: fields[0])
          }
          let isLast = index == list.count - 1
          guard let easing = ease(in: fields, isLast: isLast, of: "key", usual: draft.easing ?? .linear),
            let value = reader.readConstant(fields[1])
          else { return }
          if fields.count == 3 { table.hasEasings = true }
          table.keys.append(NumberKey(time: time, value: 0, easing: easing))
          table.values.append(value)
        }
      }
      return issueCount == issueCountBefore ? table : nil
    }
  }

  /// Reads `values` and `keyTimes`, the shares of the duration at which the values are reached; without `keyTimes` they are
  /// evenly spaced.
  private func valueTable(_ draft: AnimationDraft, of reader: AnimatedValueReader) -> KeyTable? {
    guard let node = draft.values, let duration = draft.duration else { return nil }
    let issueCountBefore = issueCount
    let list: [[Double]] =
      inside(key: "values") {
        guard let list = elements(node, of: "values") else { return [] }
        if list.isEmpty { report("needs at least one value", at: node) }
        return list.enumerated().compactMap { index, element in inside(index: index) { reader.readConstant(element) } }
      }
    guard issueCount == issueCountBefore else { return nil }
    // By default the last value is reached at the end of the duration. Discrete values each hold for an equal time instead.
    let intervalCount = max(draft.mode == .discrete ? list.count : list.count - 1, 1)
    var shares = list.indices.map { Double($0) / Double(intervalCount) }
    if let node = draft.keyTimes {
      let keyTimes: [Double]? = inside(key: "keyTimes") {
        elements(node, of: "shares")?.enumerated().compactMap { index, element in
          inside(index: index) { number(element, NumberSchema(.share, 0...1)) }
        }
      }
      guard issueCount == issueCountBefore, let keyTimes else { return nil }
      // As in Core Animation, discrete values may have one more share, the end of the last value, which is not used.
      let hasEndOfLastValue = draft.mode == .discrete && keyTimes.count == list.count + 1
      guard keyTimes.count == list.count || hasEndOfLastValue else {
        report("keyTimes has \(keyTimes.count) shares for \(list.count) values", at: node)
        return nil
      }
      if let index = keyTimes.indices.dropFirst().first(where: { keyTimes[$0] < keyTimes[$0 - 1] }) {
        report(
          "the share \(plain(keyTimes[index])) is less than the previous one, \(plain(keyTimes[index - 1]))", at: node)
        return nil
      }
      shares = Array(keyTimes.prefix(list.count))
    }
    return KeyTable(
      keys: shares.map { NumberKey(time: $0 * duration, value: 0, easing: draft.easing ?? .linear) }, values: list)
  }

  /// The keys with the times that make the speed constant; the times of the first and the last key stay.
  private func paced(_ table: KeyTable) -> KeyTable {
    let distances = table.distances
    let totalDistance = distances.reduce(0, +)
    guard let firstTime = table.keys.first?.time, let lastTime = table.keys.last?.time, totalDistance > 0 else {
      return table
    }
    var paced = table
    var distance = 0.0
    for index in table.keys.indices {
      if index > 0 { distance += distances[index - 1] }
      paced.keys[index].time = firstTime + (lastTime - firstTime) * (distance / totalDistance)
      paced.keys[index].easing = .linear
    }
    return paced
  }

  /// The response of a spring to a target that jumps from key to key at the keys' times. Springs are linear, so the response is
  /// the sum of the responses to the single jumps.
  ///
  /// - Returns: a source for each component, and the animation's length in seconds: `duration`, or, if that is nil, until the
  ///   spring rests.
  private func springResponse(
    to table: KeyTable, of spring: Spring, componentCount: Int, duration: Double?
  ) -> (sources: [AnimatedNumber.Source], totalSeconds: Double) {
    let settlingSeconds = AnimationDraft.clampedDuration(spring.settlingDuration())
    let sources = (0..<componentCount).map { component -> AnimatedNumber.Source in
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
