import Emitters
import Raster
import Scenes

extension FlatPath {
  /// The shape at a place among figures in a ring. Which points belong together is settled by the figures as they are at time 0,
  /// so that nothing jumps where these move.
  mutating func addMorph(_ figures: [Figure], _ place: Double, at clock: Clock, _ memory: MorphMemory?) {
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
    func match() -> MorphRings {
      let start = Clock(0)
      return MorphRings(from: outline(index, start), to: outline(next, start))
    }
    let step = MorphMemory.Step(from: index, to: next, tolerance: tolerance, reach: reach)
    let rings = memory?.rings(of: step, match) ?? match()
    rings.add(place - below, from: outline(index, clock), to: outline(next, clock), onto: &self)
  }
}

/// Keeps which rings of two figures belong together while one becomes the other. One thread at a time.
final class MorphMemory {
  struct Step: Equatable {
    var from: Int
    var to: Int
    /// How finely curves are cut, on which the rings' points depend.
    var tolerance: Double
    var reach: Double
  }

  private var known: (step: Step, rings: MorphRings)?

  fileprivate func rings(of step: Step, _ match: () -> MorphRings) -> MorphRings {
    if let known, known.step == step { return known.rings }
    let rings = match()
    known = (step, rings)
    return rings
  }
}

extension [Figure] {
  fileprivate func index(inRing place: Double) -> Int {
    let count = Double(self.count)
    let rest = place - (place / count).rounded(.down) * count
    return rest >= 0 && rest < count ? Int(rest) : 0
  }
}
