import JSON
import Model

extension Declarations {
  /// The distributions of a cell's ranges: a key for each range, named as the range's key without `Range`.
  static let distributions = Declaration<Distributions>(
    "distribution",
    "How a cell's random values lie in their ranges, for each range: scale is for scaleRange. What is not named is uniform.",
    Distributions(),
    CellParameter.all.compactMap { row in
      row.rangeName.map { name in
        .choice(name, \.[name], "How the random values of \(row.name) lie\(Self.note(on: row)).")
          .changed { $0.isNamedAfterOuterKey = true }
      }
    })

  /// The cell's key `distribution`.
  static let distribution = Key<CellDraft>.value(
    "distribution", \.cell.distribution,
    .anyOf([.choice(Distribution.allCases.map(\.rawValue)), .object(Self.distributions)]),
    "How random values lie between value − range/2 and value + range/2, which they never leave: a word for all ranges but those of angles, which stay uniform, or an object with a word for each range, such as {\"scale\": \"power\"}."
  ) { $0.distributions($1) }
  .defaults(to: "\"uniform\"").explained(\Distribution.sentence)
  .withIdleReason { draft in
    let cell = draft.cell
    if let idle = cell.idleDistributions.first {
      return "\(idle.rangeName ?? idle.name) has no effect without \(idle.name)"
    }
    guard cell.distribution.common != .uniform, cell.shapedRanges.isEmpty else { return nil }
    return "has no effect without a range such as scaleRange; those of angles stay uniform unless they are named"
  }

  /// What the distribution of a range means besides, as the end of a sentence.
  private static func note(on row: CellParameter) -> String {
    row.parameter == .emissionRange ? "; in a solid cone normal and power are densest about its axis" : ""
  }
}

extension PresetDecoder {
  /// Reads a word for all of a cell's ranges, or an object with a word for each.
  fileprivate func distributions(_ unresolved: JSONNode) -> Distributions? {
    guard let node = resolved(unresolved) else { return nil }
    if node.members != nil { return object(node, Declarations.distributions) }
    guard node.string != nil else {
      let words = listed(Distribution.allCases.map { quoted($0.rawValue) })
      report("should be \(words), or an object with one of them for each range, not \(node.messageText)", at: node)
      return nil
    }
    let common: Distribution? = choice(node)
    return common.map { Distributions($0) }
  }
}
