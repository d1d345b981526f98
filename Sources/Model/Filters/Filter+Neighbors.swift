// Filters that compare a pixel with its neighbours, or give all pixels of a square one value.

extension Filter {
  /// Squares, each in the mean colour of the pixels that it covers.
  public struct Pixellate: Sendable, Equatable {
    /// Side of a square, in points.
    public var size: AnimatedNumber
    /// A point at which corners of squares meet; the middle of the canvas if nil.
    public var center: AnimatedPoint?

    /// Squares.
    public init(size: AnimatedNumber = 16, center: AnimatedPoint? = nil) {
      self.size = size
      self.center = center
    }
  }

  /// A relief: slopes of brightness lit from one side.
  public struct Emboss: Sendable, Equatable {
    /// How strong the relief is; 0 changes nothing.
    public var amount: AnimatedNumber
    /// The direction from which the light comes, in degrees clockwise: 0 is the right.
    public var angle: AnimatedNumber
    /// Points between the two places that are compared.
    public var size: AnimatedNumber

    /// A relief.
    public init(amount: AnimatedNumber = 1, angle: AnimatedNumber = 225, size: AnimatedNumber = 2) {
      self.amount = amount
      self.angle = angle
      self.size = size
    }
  }

  /// Lines where the picture changes, in place of the picture.
  public struct Edges: Sendable, Equatable {
    /// How bright the lines are; 0 changes nothing.
    public var amount: AnimatedNumber
    /// Points to the neighbours that are compared, hence the width of the lines.
    public var size: AnimatedNumber
    /// The colour of all lines; with nil, red, green and blue each have lines of their own, where they change.
    public var color: AnimatedColor?

    /// Lines.
    public init(amount: AnimatedNumber = 1, size: AnimatedNumber = 1.5, color: AnimatedColor? = nil) {
      self.amount = amount
      self.size = size
      self.color = color
    }
  }
}
