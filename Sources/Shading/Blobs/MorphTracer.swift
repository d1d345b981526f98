import Model
import Raster

extension FlattenedPath {
  /// Adds the shape at a position in a cyclic list of figures: 1.5 is halfway between the second and the third. The figures at
  /// time 0 decide which points correspond, so that nothing jumps where figures are animated.
  mutating func addMorph(_ figures: [Figure], _ position: Double, at clock: AnimationClock, _ cache: MorphCache?) {
    guard !figures.isEmpty else { return }
    let below = position.rounded(.down)
    let index = figures.index(inRing: below)
    if position == below || figures.count == 1 { return add(figures[index], at: clock) }
    let key = MorphCache.Key(
      from: index, to: figures.index(inRing: below + 1), tolerance: tolerance, reach: reach)
    (cache ?? MorphCache()).add(position - below, of: key, figures, at: clock, onto: &self)
  }
}

/// Keeps the correspondence of two figures while one becomes the other, and the memory for shapes between them. One thread at a
/// time.
final class MorphCache {
  struct Key: Equatable {
    var from: Int
    var to: Int
    /// How curves are flattened, on which the rings' points depend.
    var tolerance: Double
    var reach: Double
  }

  private var known: (key: Key, rings: MorphRings)?
  private var outline = FlattenedPath()
  private var first = RingList()
  private var second = RingList()
  private var scratch = MorphRings.Scratch()

  /// Adds the shape at a share of the way between two figures.
  fileprivate func add(
    _ share: Double, of key: Key, _ figures: [Figure], at clock: AnimationClock, onto path: inout FlattenedPath
  ) {
    let rings: MorphRings
    if let known, known.key == key {
      rings = known.rings
    } else {
      setRings(key, figures, at: AnimationClock(0))
      rings = MorphRings(from: first, to: second)
      known = (key, rings)
    }
    setRings(key, figures, at: clock)
    rings.add(share, from: first, to: second, onto: &path, scratch: &scratch)
  }

  private func setRings(_ key: Key, _ figures: [Figure], at clock: AnimationClock) {
    set(&first, to: figures[key.from], key, at: clock)
    set(&second, to: figures[key.to], key, at: clock)
  }

  private func set(_ list: inout RingList, to figure: Figure, _ key: Key, at clock: AnimationClock) {
    outline.removeAll(tolerance: key.tolerance, reach: key.reach)
    outline.add(figure, at: clock)
    list.set(outline)
  }
}

extension [Figure] {
  fileprivate func index(inRing position: Double) -> Int {
    let count = Double(self.count)
    let wrapped = position - (position / count).rounded(.down) * count
    return wrapped >= 0 && wrapped < count ? Int(wrapped) : 0
  }
}
