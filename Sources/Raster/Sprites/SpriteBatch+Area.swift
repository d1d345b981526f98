extension SpriteBatch {
  /// The pixels inside `rect` that the particles cover, each for itself.
  ///
  /// An estimate: the particle's share of its bounding rectangle (a disc's in a round layout, else that of the
  /// parallelogram that the half axes span), times the pixels of the rectangle inside.
  package func coveredPixels(isRound: Bool, inside rect: PixelRect) -> Float {
    let (left, top, right, bottom) = (Float(rect.x), Float(rect.y), Float(rect.endX), Float(rect.endY))
    var pixels: Float = 0
    for index in 0..<count {
      let record = SpriteRecord(records + index * SpriteRecord.stride(isRound: isRound), isRound: isRound)
      let halfWidth = abs(record.axisXx) + abs(record.axisYx)
      let halfHeight = abs(record.axisXy) + abs(record.axisYy)
      let width = min(record.x + halfWidth, right) - max(record.x - halfWidth, left)
      let height = min(record.y + halfHeight, bottom) - max(record.y - halfHeight, top)
      guard width > 0, height > 0 else { continue }
      let area = abs(record.axisXx * record.axisYy - record.axisXy * record.axisYx)
      pixels += width * height * (isRound ? .pi / 4 : area / (halfWidth * halfHeight))
    }
    return pixels
  }
}
