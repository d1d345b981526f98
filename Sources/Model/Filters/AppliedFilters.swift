/// The filters of one layer, group or canvas, in the order in which they are applied.
package struct AppliedFilters: Sendable {
  package let filters: [Filter]
  /// What they are applied to, which decides how far they read.
  package let target: Filter.Target

  /// Pixels by which the filters' input reaches beyond their output, on each side: the sum over all filters.
  package func marginPixels(canvas: Canvas) -> Int {
    filters.reduce(0) { sum, filter in
      guard case .neighborhood(let marginPoints) = filter.reach(on: target) else { return sum }
      return sum + Int((marginPoints * canvas.pixelsPerPoint).rounded(.up))
    }
  }

  /// Bytes of buffers for an input of `width` × `height` pixels: the input as premultiplied Floats where a filter reads it again, and what
  /// each filter keeps.
  /// Pointwise filters alone need none.
  package func bufferBytes(width: Double, height: Double) -> Double {
    /// Bytes that the filters keep for each pixel; nil while all are pointwise.
    let keptBytesPerPixel = filters.reduce(nil as Double?) { sum, filter in
      if case .pixel = filter.reach(on: target) { return sum }
      return (sum ?? 0) + filter.bytesPerPixel
    }
    guard let keptBytesPerPixel else { return 0 }
    let keepsInput = filters.contains { filter in
      if case .pixel = filter.reach(on: target) { false } else { filter.keepsInput }
    }
    return width * height * ((keepsInput ? PixelMemory.floatPixelBytes : 0) + keptBytesPerPixel)
  }
}

extension Layer {
  package var appliedFilters: AppliedFilters { AppliedFilters(filters: filters, target: .layer) }
}

extension Post {
  package var appliedFilters: AppliedFilters { AppliedFilters(filters: filters, target: .canvas) }
}
