import Lanes

/// `x` held inside 0...1.
@inline(__always) func unit(_ x: Lane8) -> Lane8 { Lanes.min(Lanes.max(x, 0), 1) }

@inline(__always) func clamp(_ value: Float, _ low: Float, _ high: Float) -> Float {
  let raised = value > low ? value : low
  return raised < high ? raised : high
}
