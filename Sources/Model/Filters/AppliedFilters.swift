/// The declared filters of one layer, group or canvas.
package struct AppliedFilters: Sendable {
  package let filters: [Filter]
  package let target: Filter.Target

  /// Pixels that the filters read around the picture that is wanted of them.
  package func marginPixels(canvas: Canvas) -> Int {
    filters.reduce(0) { sum, filter in
      guard case .neighborhood(let marginPoints) = filter.reach(on: target) else { return sum }
      return sum + Int((marginPoints * canvas.pixelsPerPoint).rounded(.up))
    }
  }

  /// Bytes of buffers for a wanted picture of `width` × `height` pixels: the input as premultiplied floats, and what each filter
  /// keeps besides it. Pointwise filters alone take none.
  package func bufferBytes(width: Double, height: Double) -> Double {
    let kept = filters.reduce(nil as Double?) { sum, filter in
      if case .pixel = filter.reach(on: target) { return sum }
      return (sum ?? 0) + filter.bytesPerPixel
    }
    guard let kept else { return 0 }
    return width * height * (Double(4 * MemoryLayout<Float>.size) + kept)
  }
}

extension Layer {
  package var appliedFilters: AppliedFilters { AppliedFilters(filters: filters, target: .layer) }
}

extension Post {
  package var appliedFilters: AppliedFilters { AppliedFilters(filters: filters, target: .canvas) }
}

extension Scene {
  /// Bytes that the buffers of all filters take for each frame that is drawn at a time.
  public var filterBufferBytes: Double {
    func bytes(_ filters: AppliedFilters, _ layers: [Layer], around margin: Double) -> Double {
      let margin = margin + Double(filters.marginPixels(canvas: canvas))
      let own = filters.bufferBytes(
        width: Double(canvas.widthPixels) + 2 * margin, height: Double(canvas.heightPixels) + 2 * margin)
      return layers.reduce(own) { sum, layer in
        let children: [Layer] = if case .group(let layers) = layer.source { layers } else { [] }
        return sum + bytes(layer.appliedFilters, children, around: margin)
      }
    }
    return bytes(post.appliedFilters, layers, around: 0)
  }
}
