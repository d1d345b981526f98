/// Limits of a preset. Exceeding one is an error before rendering, so that no preset crashes, hangs or exhausts memory.
public enum Limits {
  /// Bytes of one file.
  public static let fileBytes = 8 * 1024 * 1024
  public static let jsonDepth = 64
  /// Values in one file, which bounds the memory of the reader.
  public static let jsonValues = 400_000
  /// Files in a chain of `extends`.
  public static let extendsDepth = 16
  /// Depth of nested cells, counting the outermost.
  public static let cellNesting = 4
  /// Layers, including those in groups.
  public static let layers = 256
  /// Cells in the whole preset.
  public static let cells = 4_096
  /// Forces of one cell.
  public static let forces = 16
  /// Bounces of one particle that can spawn others.
  public static let bounces = 8
  /// Integration steps of one particle, so that a Float can count them.
  public static let steps = 0x1p24
  /// Integration steps from birth of all particles alive at once: the cost of a frame that is drawn alone.
  public static let stepsOfFrame = 2e10
  /// Elements of one list (stops, keys, colours ...), and of all lists that knobs hold.
  public static let listElements = 1_024
  public static let knobElements = 500_000
  /// Instructions of all expressions of a preset.
  public static let expressionInstructions = 200_000
  /// Sprites of one cell, and of all cells.
  public static let spritesOfCell = 256
  public static let sprites = 8_192
  /// Lines and curves in all paths of a preset.
  public static let pathElements = 4_096
  public static let liveParticles = 5_000_000.0
  /// Pixels along one side, and in the frame.
  public static let side = 16_384
  public static let pixels = 134_217_728
  /// Bytes of all frame-sized buffers and particle columns.
  public static let bufferBytes = 4.0 * 1024 * 1024 * 1024
  /// Pixels that the particles of one frame may cover, each counted as often as it is painted.
  public static let coveredPixels = 2e10
  /// Lines between the particles of a cell in one frame, if they are spread evenly over the canvas.
  public static let links = 1_000_000.0
  public static let frames = 10_000_000
  /// Bytes in the text of one expression.
  public static let expressionBytes = 4_096
  /// Seconds of a duration, so that rational times fit into 64 bits.
  public static let durationSeconds = 1_000_000
  /// Decimals of an exact duration.
  public static let durationDecimals = 6
  /// The terms of a frame rate in lowest terms.
  public static let frameRateNumerator: Int64 = 1_000_000
  public static let frameRateDenominator: Int64 = 10_000
  public static let frameRates = 0.1...1000.0
  /// Ranges of numbers without a range of their own.
  public static let numbers = -1e6...1e6
  public static let accelerations = -1e7...1e7
}
