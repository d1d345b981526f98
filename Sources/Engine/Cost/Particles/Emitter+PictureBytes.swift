import Model

extension Emitter {
  /// Bytes of the pictures and puffs that particles show, and of the grids of samples of the pictures that particles are born on or come
  /// together on.
  var pictureBytes: Double {
    // Each sample of the grid has its colour twice, as read and as blended, in four Floats each, and a cumulative probability of four
    // bytes.
    let grids = [shapePicture] + cells.flatMap { $0.gather?.next.map { reshaped(as: $0).shapePicture } ?? [] }
    let gridBytes = grids.compactMap { $0 }.reduce(0) {
      $0 + Double($1.samples.count) * (2 * PixelMemory.floatPixelBytes + 4)
    }
    return gridBytes + distinct(cells.flatMap(\.pictures)).reduce(0) { $0 + $1.bytes }
      + distinct(cells.flatMap(\.words)).reduce(0) { $0 + $1.bytes }
      + Double(Set(cells.flatMap(\.puffs)).count) * CostTable.puffBytes
  }

  /// Each picture once.
  private func distinct(_ pictures: [SpritePicture]) -> [SpritePicture] {
    var found: [SpritePicture] = []
    for picture in pictures where !found.contains(where: { $0.file == picture.file }) { found.append(picture) }
    return found
  }

  /// Each text once.
  private func distinct(_ words: [SpriteWords]) -> [SpriteWords] {
    var found: [SpriteWords] = []
    for text in words where !found.contains(text) { found.append(text) }
    return found
  }
}

extension Cell {
  /// The pictures that the cell's particles and their children show.
  fileprivate var pictures: [SpritePicture] { sprites.compactMap(\.shape.picture) + cells.flatMap(\.pictures) }
  /// The puffs that the cell's particles and their children show.
  fileprivate var puffs: [Puff] { sprites.compactMap(\.shape.puff) + cells.flatMap(\.puffs) }
  /// The words that the cell's particles and their children show as pictures.
  fileprivate var words: [SpriteWords] { sprites.compactMap(\.shape.words) + cells.flatMap(\.words) }
}
