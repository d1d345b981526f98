import Model

// The blend functions of W3C, Compositing and Blending Level 1 (2024), sections 9 and 10, in Double and in the form and with the names of
// the text: Cs is the source's colour, Cb the backdrop's.

/// The result of blending straight colours: premultiplied red, green and blue, and alpha.
func specifiedBlend(
  _ blend: BlendMode, source cs: SIMD3<Double>, _ sourceAlpha: Double, backdrop cb: SIMD3<Double>,
  _ backdropAlpha: Double
) -> SIMD4<Double> {
  if blend == .add || blend == .plusLighter {
    let sum = cs * sourceAlpha + cb * backdropAlpha
    let color = blend == .add ? sum : pointwiseMin(sum, SIMD3(repeating: 1))
    return SIMD4(color, min(sourceAlpha + backdropAlpha, 1))
  }
  let mixed = mix(blend, cb, cs)
  let color =
    cs * (sourceAlpha * (1 - backdropAlpha)) + cb * (backdropAlpha * (1 - sourceAlpha))
    + mixed * (sourceAlpha * backdropAlpha)
  return SIMD4(color, sourceAlpha + backdropAlpha * (1 - sourceAlpha))
}

/// The blend function B(Cb, Cs) of three channels.
private func mix(_ blend: BlendMode, _ cb: SIMD3<Double>, _ cs: SIMD3<Double>) -> SIMD3<Double> {
  switch blend {
  case .hue: return setLum(setSat(cs, sat(cb)), lum(cb))
  case .saturation: return setLum(setSat(cb, sat(cs)), lum(cb))
  case .color: return setLum(cs, lum(cb))
  case .luminosity: return setLum(cb, lum(cs))
  default: return SIMD3(mix(blend, cb.x, cs.x), mix(blend, cb.y, cs.y), mix(blend, cb.z, cs.z))
  }
}

/// The blend function B(cb, cs) of one channel.
private func mix(_ blend: BlendMode, _ cb: Double, _ cs: Double) -> Double {
  switch blend {
  case .multiply: return cb * cs
  case .screen: return cb + cs - cb * cs
  case .overlay: return mix(.hardLight, cs, cb)
  case .darken: return min(cb, cs)
  case .lighten: return max(cb, cs)
  case .colorDodge: return cb == 0 ? 0 : cs == 1 ? 1 : min(1, cb / (1 - cs))
  case .colorBurn: return cb == 1 ? 1 : cs == 0 ? 0 : 1 - min(1, (1 - cb) / cs)
  case .hardLight: return cs <= 0.5 ? mix(.multiply, cb, 2 * cs) : mix(.screen, cb, 2 * cs - 1)
  case .softLight:
    if cs <= 0.5 { return cb - (1 - 2 * cs) * cb * (1 - cb) }
    let d = cb <= 0.25 ? ((16 * cb - 12) * cb + 4) * cb : cb.squareRoot()
    return cb + (2 * cs - 1) * (d - cb)
  case .difference: return abs(cb - cs)
  case .exclusion: return cb + cs - 2 * cb * cs
  default: return cs
  }
}

private func lum(_ c: SIMD3<Double>) -> Double { 0.3 * c.x + 0.59 * c.y + 0.11 * c.z }

private func sat(_ c: SIMD3<Double>) -> Double { c.max() - c.min() }

private func setLum(_ c: SIMD3<Double>, _ l: Double) -> SIMD3<Double> { clipColor(c + (l - lum(c))) }

private func clipColor(_ color: SIMD3<Double>) -> SIMD3<Double> {
  var c = color
  let (l, n, x) = (lum(c), c.min(), c.max())
  if n < 0 { c = l + (c - l) * l / (l - n) }
  if x > 1 { c = l + (c - l) * (1 - l) / (x - l) }
  return c
}

private func setSat(_ c: SIMD3<Double>, _ s: Double) -> SIMD3<Double> {
  let order = [0, 1, 2].sorted { c[$0] < c[$1] }
  var result = SIMD3<Double>()
  if c[order[2]] > c[order[0]] {
    result[order[1]] = (c[order[1]] - c[order[0]]) * s / (c[order[2]] - c[order[0]])
    result[order[2]] = s
  }
  return result
}
