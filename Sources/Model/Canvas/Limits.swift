/// What a preset may ask for. Anything more is an error before rendering, never a crash, a hang or a full memory.
public enum Limits {
  /// Bytes of one file.
  public static let fileBytes = 8 * 1024 * 1024
  public static let jsonDepth = 64
  /// Values of one file: bounds the memory of the reader whatever the bytes are.
  public static let jsonValues = 400_000
  /// Files in a chain of `extends`.
  public static let extendsDepth = 16
  /// Cells within cells, counting the outermost.
  public static let cellNesting = 4
  /// Layers, those in groups included.
  public static let layers = 256
  /// Cells in the whole preset.
  public static let cells = 4_096
  /// Forces of one cell.
  public static let forces = 16
  /// Bounces of one particle that others can be born at.
  public static let bounces = 8
  /// Steps along the path of one particle, so that a Float counts them.
  public static let steps = 0x1p24
  /// Steps of all particles alive at once from their births: what a frame costs that is drawn alone.
  public static let stepsOfFrame = 2e10
  /// Elements of one list (stops, keys, colours ...), and of all lists that knobs stand for.
  public static let listElements = 1_024
  public static let knobElements = 500_000
  /// Instructions of all expressions of a preset.
  public static let expressionInstructions = 200_000
  /// Sprites that a particle's number of one can tell apart, and sprites of all cells.
  public static let spritesOfCell = 256
  public static let sprites = 8_192
  /// Lines and curves of all paths of a preset.
  public static let pathElements = 4_096
  public static let liveParticles = 5_000_000.0
  /// Pixels of one side, and of the frame.
  public static let side = 16_384
  public static let pixels = 134_217_728
  /// Bytes of all frame-sized buffers and particle columns.
  public static let bufferBytes = 4.0 * 1024 * 1024 * 1024
  /// Pixels that one frame's particles may cover, each counted as often as it is painted.
  public static let coveredPixels = 2e10
  /// Lines between a cell's particles in one frame, if these are spread evenly over the canvas.
  public static let links = 1_000_000.0
  public static let frames = 10_000_000
  /// Bytes of one expression's text.
  public static let expressionBytes = 4_096
  /// Seconds of a duration, so that exact times fit into 64 bits.
  public static let durationSeconds = 1_000_000
  /// Digits after the point of an exact duration.
  public static let durationDecimals = 6
  /// A frame rate is num/den in lowest terms.
  public static let frameRateNumerator: Int64 = 1_000_000
  public static let frameRateDenominator: Int64 = 10_000
  public static let frameRates = 0.1...1000.0
  /// Ranges of numbers that have no tighter one.
  public static let numbers = -1e6...1e6
  public static let accelerations = -1e7...1e7
}
