import Lanes

/// Returns `x` limited to 0...1, as the function of this name does in shading languages.
@inline(__always) func saturate(_ x: Float8) -> Float8 { Lanes.min(Lanes.max(x, 0), 1) }

/// Returns `value` limited to `low`...`high`.
@inline(__always) func clamp(_ value: Float, _ low: Float, _ high: Float) -> Float {
  let atLeastLow = value > low ? value : low
  return atLeastLow < high ? atLeastLow : high
}

/// Reads the first `count` of eight floats from memory and sets the others to 0. Not inlined, because only the last block of a
/// row needs it.
@inline(never)
func loadPartial(_ source: UnsafePointer<Float>, _ count: Int) -> Float8 {
  var result = Float8(repeating: 0)
  for lane in 0..<min(count, 8) { result[lane] = source[lane] }
  return result
}
