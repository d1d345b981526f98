import Model

extension GlyphPainting {
  /// Square points that are filled or composited while the glyph is drawn; what is drawn over again counts again.
  var drawnArea: Double { area(nodes) + box.width * box.height }

  private func area(_ nodes: [Node]) -> Double {
    nodes.reduce(0) { sum, node in
      switch node {
      case .fill(_, let outline): sum + (outline?.boxArea ?? box.width * box.height)
      // Two more pictures of the glyph are cleared and put together.
      case .composite(let source, _, onto: let backdrop):
        sum + area(source) + area(backdrop) + 3 * box.width * box.height
      }
    }
  }
}

extension VectorPath {
  /// The area of the box of all points.
  fileprivate var boxArea: Double {
    var (low, high) = (SIMD2(repeating: Double.infinity), SIMD2(repeating: -Double.infinity))
    for point in elements.flatMap(\.points) {
      low = SIMD2(min(low.x, point.x), min(low.y, point.y))
      high = SIMD2(max(high.x, point.x), max(high.y, point.y))
    }
    return low.x <= high.x && low.y <= high.y ? (high.x - low.x) * (high.y - low.y) : 0
  }
}
