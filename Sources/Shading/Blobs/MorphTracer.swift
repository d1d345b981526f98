import Emitters
import Raster
import Scenes

extension FlatPath {
  /// The shape at a place among figures in a ring. Which points belong together is settled by the figures as they are at time 0,
  /// so that nothing jumps where these move.
  mutating func addMorph(_ figures: [Figure], _ place: Double, at clock: Clock) {
    guard !figures.isEmpty else { return }
    let below = place.rounded(.down)
    let index = figures.index(inRing: below)
    if place == below || figures.count == 1 { return add(figures[index], at: clock) }
    let next = figures.index(inRing: below + 1)
    func outline(_ number: Int, _ clock: Clock) -> FlatPath {
      var path = FlatPath(tolerance: tolerance, reach: reach)
      path.add(figures[number], at: clock)
      return path
    }
    let start = Clock(0)
    let rings = MorphRings(from: outline(index, start), to: outline(next, start))
    rings.add(place - below, from: outline(index, clock), to: outline(next, clock), onto: &self)
  }
}

extension [Figure] {
  fileprivate func index(inRing place: Double) -> Int {
    let count = Double(self.count)
    let rest = place - (place / count).rounded(.down) * count
    return rest >= 0 && rest < count ? Int(rest) : 0
  }
}
