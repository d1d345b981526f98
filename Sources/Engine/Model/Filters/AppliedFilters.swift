/// The filters of one layer, group or canvas, in the order in which they are applied.
package struct AppliedFilters: Sendable {
  package let filters: [Filter]
  /// What the filters are applied to; it decides how far they read.
  package let target: Filter.Target
  /// The times at which the filters' values are read: an animated radius counts with its greatest value at these times.
  package let clocks: ClockRange

  package init(filters: [Filter], target: Filter.Target, clocks: ClockRange) {
    (self.filters, self.target, self.clocks) = (filters, target, clocks)
  }

  /// Pixels by which the filters' input has to be larger than their output, on each side: the sum over all filters.
  package func marginPixels(canvas: Canvas) -> Int { filters.reduce(0) { $0 + reachPixels($1, canvas) } }

  /// Pixels of the filters' input for each pixel of their output, along both axes; other than 1 only for a layer in space.
  package var rasterScale: Double { (filters.first?.kind as? Filter.Placement)?.rasterScale ?? 1 }

  /// Pixels by which the input of one of the filters has to be larger than its output, on each side.
  package func reachPixels(_ filter: Filter, _ canvas: Canvas) -> Int {
    guard case .neighborhood(let marginPoints) = filter.kind.reach(on: target, during: clocks) else { return 0 }
    return Int((marginPoints * canvas.pixelsPerPoint).rounded(.up))
  }

  /// Pixels around a layer beyond which the filters leave nothing; nil if one of them may colour transparent pixels, or move or
  /// spread light without a bound.
  package func spreadPixels(canvas: Canvas) -> Int? {
    guard target == .layer else { return nil }
    var sum = 0
    for filter in filters {
      guard let factor = filter.kind.spreadFactor(during: clocks) else { return nil }
      // A blur reads up to six more stored values, each of up to four pixels (`BlurAxis`, `GaussianBlur`): 32 pixels are enough.
      if factor > 0 { sum += Int((factor * Double(reachPixels(filter, canvas))).rounded(.up)) + 32 }
    }
    return sum
  }

  /// How many pixels around a layer the filters of what lies below it read; nil if one of them may read anything.
  package func readPixels(canvas: Canvas) -> Int? {
    guard target == .canvas, !filters.isEmpty else { return nil }
    var sum = 8
    for filter in filters {
      guard let pixels = filter.kind.readPixels(on: canvas, during: clocks) else { return nil }
      sum += pixels
    }
    return sum
  }

  /// Bytes of buffers for an input of `width` × `height` pixels: the input as premultiplied Floats, if a filter reads it again,
  /// and the buffers of each filter. Filters that read only one pixel (`Filter.Reach.pixel`) need none.
  package func bufferBytes(width: Double, height: Double, canvas: Canvas) -> Double {
    let bufferedFilters = filters.filter { $0.kind.reach(on: target, during: clocks) != .pixel }
    let inputBytes = bufferedFilters.contains(where: \.kind.readsInputInFinish) ? PixelMemory.floatPixelBytes : 0
    return width * height
      * bufferedFilters.reduce(inputBytes) {
        $0 + $1.kind.bytesPerPixel(pixelsPerPoint: canvas.pixelsPerPoint, during: clocks)
      }
  }
}

extension AppliedFilters {
  /// Bytes of buffers for filters of a whole canvas.
  package func bufferBytes(on canvas: Canvas) -> Double {
    bufferBytes(width: Double(canvas.widthPixels), height: Double(canvas.heightPixels), canvas: canvas)
  }
}

extension Layer {
  /// The layer's filters, and then its reflection.
  package var allFilters: [Filter] { placedFilters + (reflection.map { [$0.filter] } ?? []) }

  /// The layer's own filters, read at all times at which the canvas is drawn.
  ///
  /// - Parameter timings: those of the layers around this one, the outermost first.
  package func appliedFilters(inside timings: [LayerTiming], on canvas: Canvas) -> AppliedFilters {
    AppliedFilters(filters: allFilters, target: .layer, clocks: (timings + [timing]).clocks(on: canvas))
  }

  /// The filters that this layer applies to the layers below it. As for a canvas, light is mirrored at the edges.
  ///
  /// - Parameter timings: those of the layers around this one, the outermost first.
  package func appliedBackdropFilters(inside timings: [LayerTiming], on canvas: Canvas) -> AppliedFilters {
    AppliedFilters(filters: backdropFilters, target: .canvas, clocks: (timings + [timing]).clocks(on: canvas))
  }
}

extension Post {
  /// The filters of the whole canvas, read at the times of all frames.
  package func appliedFilters(canvas: Canvas) -> AppliedFilters {
    AppliedFilters(filters: filtersAndBloom, target: .canvas, clocks: canvas.clocks)
  }
}

extension Canvas {
  /// The times of all frames.
  package var clocks: ClockRange {
    let times = 0...max(duration.double, 0)
    return ClockRange(local: times, canvas: times)
  }
}

extension [LayerTiming] {
  /// The local times of the innermost of nested layers while the canvas is drawn, where the outermost is the first element.
  package func clocks(on canvas: Canvas) -> ClockRange { reduce(canvas.clocks) { $1.clocks(during: $0) } }
}

extension LayerTiming {
  /// The layer's local times while the clock around it passes through `outer`. Times at which the layer is hidden may be
  /// included.
  fileprivate func clocks(during outer: ClockRange) -> ClockRange {
    let (first, last) = (max(outer.local.lowerBound - begin, 0), max(outer.local.upperBound - begin, 0))
    let elapsed = iterationSeconds.map { 0...$0 } ?? first...min(last, max(duration ?? last, first))
    let (from, to) = (elapsed.lowerBound * speed + timeOffset, elapsed.upperBound * speed + timeOffset)
    return ClockRange(local: min(from, to)...max(from, to), canvas: outer.canvas)
  }
}
