// Filters that compare a pixel with its neighbours, or give some pixels one value.

extension Filter {
  /// Squares, each of the mean of what it covers.
  public struct Pixellate: Sendable, Equatable {
    /// Side of a square.
    public var size: AnimatedNumber
    /// A corner of squares; the middle of the canvas if nil.
    public var center: AnimatedPoint?

    /// Squares.
    public init(size: AnimatedNumber = 16, center: AnimatedPoint? = nil) {
      self.size = size
      self.center = center
    }
  }

  /// A relief: slopes of brightness lit from one side.
  public struct Emboss: Sendable, Equatable {
    /// How strong it is; 0 changes nothing.
    public var amount: AnimatedNumber
    /// Where the light comes from: 0 from the right, clockwise.
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
    /// Their colour; that of the picture's changes if nil.
    public var color: AnimatedColor?

    /// Lines.
    public init(amount: AnimatedNumber = 1, size: AnimatedNumber = 1.5, color: AnimatedColor? = nil) {
      self.amount = amount
      self.size = size
      self.color = color
    }
  }
}
