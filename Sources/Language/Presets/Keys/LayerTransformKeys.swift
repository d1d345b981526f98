import Model

extension Declarations {
  static let layerTransform = Declaration<LayerTransform>(
    "layerTransform",
    "Where a layer or group is drawn: it is scaled, then skewed, then rotated (in the plane, about y, about x), all about its anchor, then moved, as by CSS's translate() rotateX() rotateY() rotate() skew() scale(), and seen in perspective, its own or with a zPosition that of the preset's camera; then the matrix is applied. For a list of steps in another order a group is written for each step.",
    LayerTransform(),
    [
      .optionalAnimatedPoint(
        "anchor", \.anchor,
        "The point that stays where it is when the layer is scaled, skewed and rotated; the canvas's middle if not given."
      ),
      .animatedPoint("position", \.position, "How far it is moved."),
      .animatedNumber("rotation", \.rotation, .degrees, "How far it is rotated, clockwise."),
      .animatedPair(
        "scale", \.scale, .factor, Limits.numbers, "How much larger it is drawn: a factor, or [along x, along y]."),
      .animatedPoint(
        "skew", \.skew, .degrees, "How far the y axis and the x axis lean, as CSS's skew(x, y): [degrees, degrees]."),
      .animatedNumber(
        "rotationX", \.rotationX, .degrees,
        "How far it is turned about the x axis, as by CSS's rotateX(): the upper side goes back."),
      .animatedNumber(
        "rotationY", \.rotationY, .degrees,
        "How far it is turned about the y axis, as by CSS's rotateY(): the right side goes back."),
      .optionalAnimatedNumber(
        "zPosition", \.zPosition, .points, Limits.numbers,
        "How far before the canvas it stands, in space, seen by the preset's camera; larger is nearer, as in Core Animation and CSS. Layers without one are fixed to the screen."
      ),
      .animatedNumber(
        "perspective", \.perspective, .points, 0...1e6,
        "Distance from the eye to the canvas, as CSS's perspective: the smaller, the stronger the perspective. 0: the eye is infinitely far away."
      ).effective(beside: "rotationX", "rotationY"),
      .optionalAnimatedPoint(
        "perspectiveOrigin", \.perspectiveOrigin,
        "The point of the canvas before the eye; the canvas's middle if not given."
      ).effective(beside: "perspective"),
      .number(
        "shutter", \.shutter, .degrees, 0...720,
        "Motion blur of the layer along this transform: how long the shutter is open, around the frame's time; 360 is the time of one frame at frameRate. It has an effect only where the transform is animated."
      ),
      .value(
        "matrix", \.matrix, .list(.animatedNumber(matrixNumberSchema)),
        "Six numbers a, b, c, d, e, f as of CSS's matrix(), or nine of a projection, row by row: applied to the canvas's points after the other keys, about the canvas's upper left corner, whatever the anchor says."
      ) { decoder, node in
        guard let values = decoder.list(node, of: "numbers", { decoder.animatedNumber($0, matrixNumberSchema) }) else {
          return nil
        }
        if values.count == 6 || values.count == 9 { return values }
        decoder.report("should have 6 numbers, or 9, not \(values.count)", at: node)
        return nil
      },
    ])

  private static let matrixNumberSchema = NumberSchema(.none, Limits.numbers)
}
