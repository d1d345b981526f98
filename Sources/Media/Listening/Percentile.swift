/// What is taken for the greatest usual value of a column: the 98th percentile of its rows, so that one loud crash does not make the rest of a song small.
enum Percentile {
  private static let share = 0.98
  /// Rows below this share of the greatest are left out, so that pauses do not count.
  private static let silentShare: Float = 0.001

  /// The 98th percentile (nearest rank) of the values above a thousandth of the greatest; 0 if none is above 0.
  static func usualGreatest(of values: [Float]) -> Double {
    let greatest = values.max() ?? 0
    guard greatest > 0 else { return 0 }
    var heard = values.filter { $0 > greatest * silentShare }
    heard.sort()
    let rank = Int((share * Double(heard.count)).rounded(.up))
    return Double(heard[min(max(rank - 1, 0), heard.count - 1)])
  }
}
