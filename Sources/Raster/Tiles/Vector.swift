import Lanes

/// `x` held inside 0...1.
@inline(__always) func unit(_ x: Lane8) -> Lane8 { Lanes.min(Lanes.max(x, 0), 1) }

@inline(__always) func clamp(_ value: Float, _ low: Float, _ high: Float) -> Float {
  let raised = value > low ? value : low
  return raised < high ? raised : high
}

/// The first `count` floats, and zeros behind them: nothing beyond them is read.
@inline(never)
func loadPartial(_ source: UnsafePointer<Float>, _ count: Int) -> Lane8 {
  var result = Lane8(repeating: 0)
  for lane in 0..<min(count, 8) { result[lane] = source[lane] }
  return result
}
