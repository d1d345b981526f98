import Model
import Raster

extension FlattenedPath {
  /// The shape at a place among figures in a ring. Which points belong together is settled by the figures as they are at time 0,
  /// so that nothing jumps where these move.
  mutating func addMorph(_ figures: [Figure], _ place: Double, at clock: AnimationClock, _ memory: MorphMemory?) {
    guard !figures.isEmpty else { return }
    let below = place.rounded(.down)
    let index = figures.index(inRing: below)
    if place == below || figures.count == 1 { return add(figures[index], at: clock) }
    let step = MorphMemory.Step(
      from: index, to: figures.index(inRing: below + 1), tolerance: tolerance, reach: reach)
    (memory ?? MorphMemory()).add(place - below, of: step, figures, at: clock, onto: &self)
  }
}

/// Keeps which rings of two figures belong together while one becomes the other, and the memory that it takes to draw what lies
/// between them. One thread at a time.
final class MorphMemory {
  struct Step: Equatable {
    var from: Int
    var to: Int
    /// How finely curves are cut, on which the rings' points depend.
    var tolerance: Double
    var reach: Double
  }

  private var known: (step: Step, rings: MorphRings)?
  private var outline = FlattenedPath()
  private var first = RingList()
  private var second = RingList()
  private var scratch = MorphRings.Scratch()

  /// Adds the shape at a share of a step.
  fileprivate func add(
    _ share: Double, of step: Step, _ figures: [Figure], at clock: AnimationClock, onto path: inout FlattenedPath
  ) {
    let rings: MorphRings
    if let known, known.step == step {
      rings = known.rings
    } else {
      setRings(step, figures, at: AnimationClock(0))
      rings = MorphRings(from: first, to: second)
      known = (step, rings)
    }
    setRings(step, figures, at: clock)
    rings.add(share, from: first, to: second, onto: &path, scratch: &scratch)
  }

  private func setRings(_ step: Step, _ figures: [Figure], at clock: AnimationClock) {
    set(&first, to: figures[step.from], step, at: clock)
    set(&second, to: figures[step.to], step, at: clock)
  }

  private func set(_ list: inout RingList, to figure: Figure, _ step: Step, at clock: AnimationClock) {
    outline.removeAll(tolerance: step.tolerance, reach: step.reach)
    outline.add(figure, at: clock)
    list.set(outline)
  }
}

extension [Figure] {
  fileprivate func index(inRing place: Double) -> Int {
    let count = Double(self.count)
    let rest = place - (place / count).rounded(.down) * count
    return rest >= 0 && rest < count ? Int(rest) : 0
  }
}
