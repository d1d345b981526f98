import Lanes

/// Interleaves four planes of `count` values: writes pixels whose four channels lie side by side.
@inline(never)
package func interleave(
  _ planes: UnsafeMutablePointer<Float>, planeStride: Int, count: Int, into output: UnsafeMutablePointer<Float>
) {
  var column = 0
  while column &+ 8 <= count {
    let at = planes + column
    let (red, green) = (Lanes.load(at), Lanes.load(at + planeStride))
    let (blue, alpha) = (Lanes.load(at + 2 &* planeStride), Lanes.load(at + 3 &* planeStride))
    let redBlue = Lanes.interleaved(red, blue)
    let greenAlpha = Lanes.interleaved(green, alpha)
    let first = Lanes.interleaved(redBlue.low, greenAlpha.low)
    let second = Lanes.interleaved(redBlue.high, greenAlpha.high)
    let target = output + 4 &* column
    Lanes.store(first.low, to: target)
    Lanes.store(first.high, to: target + 8)
    Lanes.store(second.low, to: target + 16)
    Lanes.store(second.high, to: target + 24)
    column &+= 8
  }
  while column < count {
    for plane in 0..<4 { output[4 &* column &+ plane] = planes[plane &* planeStride &+ column] }
    column &+= 1
  }
}

/// Separates `count` pixels, whose four channels lie side by side, into four planes, in whole vectors of eight.
@inline(never)
package func separate(
  _ pixels: UnsafeMutablePointer<Float>, count: Int, into planes: UnsafeMutablePointer<Float>, planeStride: Int
) {
  var column = 0
  while column < count {
    let source = pixels + 4 &* column
    let (a, b) = (Lanes.load(source), Lanes.load(source + 8))
    let (c, d) = (Lanes.load(source + 16), Lanes.load(source + 24))
    let (redBlue0, greenAlpha0) = (Lanes.evens(a, b), Lanes.odds(a, b))
    let (redBlue1, greenAlpha1) = (Lanes.evens(c, d), Lanes.odds(c, d))
    let at = planes + column
    Lanes.store(Lanes.evens(redBlue0, redBlue1), to: at)
    Lanes.store(Lanes.evens(greenAlpha0, greenAlpha1), to: at + planeStride)
    Lanes.store(Lanes.odds(redBlue0, redBlue1), to: at + 2 &* planeStride)
    Lanes.store(Lanes.odds(greenAlpha0, greenAlpha1), to: at + 3 &* planeStride)
    column &+= 8
  }
}
