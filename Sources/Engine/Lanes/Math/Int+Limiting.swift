extension Int {
  /// A number without its fraction, where no bound of the number is known: beyond ±2⁵³ it is limited to that, and NaN counts as 0.
  /// `Int(_:)` would stop the program for numbers beyond its range.
  @inlinable package init(limiting number: Double) {
    let limit = 0x1p53
    self = number.isNaN ? 0 : Int(Swift.min(Swift.max(number, -limit), limit))
  }
}
