import Model
import Raster

extension FlattenedPath {
  /// Adds the shape at a position in a cyclic list of figures: 1.5 is halfway between the second and the third figure. Which points
  /// correspond is decided by the figures at time 0, so that nothing jumps where figures are animated. `cache` keeps this correspondence
  /// between calls; with nil each call computes it.
  mutating func addMorph(_ figures: [Figure], _ position: Double, at clock: AnimationClock, _ cache: MorphCache?) {
    guard !figures.isEmpty else { return }
    let below = position.rounded(.down)
    let index = figures.cyclicIndex(at: below)
    if position == below || figures.count == 1 { return add(figures[index], at: clock) }
    let key = MorphCache.Key(
      from: index, to: figures.cyclicIndex(at: below + 1), tolerance: tolerance, reach: reach)
    (cache ?? MorphCache()).add(position - below, of: key, figures, at: clock, onto: &self)
  }
}

/// Keeps the correspondence between two figures while one morphs into the other, and the memory for the shapes between them. Only
/// one thread may use it at a time.
final class MorphCache {
  /// What the correspondence depends on.
  struct Key: Equatable {
    /// Indices of the two figures.
    var from: Int
    var to: Int
    /// `FlattenedPath`'s parameters of flattening, on which the points of the rings depend.
    var tolerance: Double
    var reach: Double
  }

  private var cached: (key: Key, correspondence: RingCorrespondence)?
  /// Memory for one figure's outline, and for the rings of both figures at the time of the last call.
  private var outline = FlattenedPath()
  private var firstRings = RingList()
  private var secondRings = RingList()
  private var scratch = RingCorrespondence.Scratch()

  /// Adds the shape between two figures at a progress of 0 to 1.
  fileprivate func add(
    _ progress: Double, of key: Key, _ figures: [Figure], at clock: AnimationClock, onto path: inout FlattenedPath
  ) {
    let correspondence: RingCorrespondence
    if let cached, cached.key == key {
      correspondence = cached.correspondence
    } else {
      setRings(key, figures, at: AnimationClock(0))
      correspondence = RingCorrespondence(from: firstRings, to: secondRings)
      cached = (key, correspondence)
    }
    setRings(key, figures, at: clock)
    correspondence.add(progress, from: firstRings, to: secondRings, onto: &path, scratch: &scratch)
  }

  /// Sets `firstRings` and `secondRings` to the rings of the two figures at a time.
  private func setRings(_ key: Key, _ figures: [Figure], at clock: AnimationClock) {
    set(&firstRings, to: figures[key.from], key, at: clock)
    set(&secondRings, to: figures[key.to], key, at: clock)
  }

  /// Replaces a list's rings by the rings of a figure's outline at a time.
  private func set(_ list: inout RingList, to figure: Figure, _ key: Key, at clock: AnimationClock) {
    outline.restart(tolerance: key.tolerance, reach: key.reach)
    outline.add(figure, at: clock)
    list.set(outline)
  }
}

extension [Figure] {
  /// The index of the figure at a whole position of the list, as if the list were repeated endlessly in both directions.
  fileprivate func cyclicIndex(at position: Double) -> Int {
    let count = Double(self.count)
    let wrapped = position - (position / count).rounded(.down) * count
    return wrapped >= 0 && wrapped < count ? Int(wrapped) : 0
  }
}
