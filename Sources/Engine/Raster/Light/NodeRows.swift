import Lanes

/// A row of nodes and its neighbours.
struct NodeRows {
  let above: UnsafeMutablePointer<Float>
  let here: UnsafeMutablePointer<Float>
  let below: UnsafeMutablePointer<Float>

  /// The values of B-splines at eight nodes, by the weights (1, 4, 1)/6 in both directions.
  @inline(__always)
  func values(_ column: Int) -> Float8 {
    (vertical(column &- 1) + vertical(column &+ 1)) * (1.0 / 6) + vertical(column) * (2.0 / 3)
  }

  /// −2 times their derivatives by the distance in nodes, along rows and along columns.
  @inline(__always)
  func slopesX(_ column: Int) -> Float8 { vertical(column &- 1) - vertical(column &+ 1) }
  @inline(__always)
  func slopesY(_ column: Int) -> Float8 {
    (difference(column &- 1) + difference(column &+ 1)) * (1.0 / 6) + difference(column) * (2.0 / 3)
  }

  @inline(__always)
  private func vertical(_ column: Int) -> Float8 {
    (load(above, column) + load(below, column)) * (1.0 / 6) + load(here, column) * (2.0 / 3)
  }
  @inline(__always)
  private func difference(_ column: Int) -> Float8 { load(above, column) - load(below, column) }
  @inline(__always)
  private func load(_ row: UnsafeMutablePointer<Float>, _ column: Int) -> Float8 {
    Lanes.optimizerBarrier(Lanes.load(row + column))
  }
}
