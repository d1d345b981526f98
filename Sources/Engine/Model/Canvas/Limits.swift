/// Limits of a preset. Each comment says what is counted; each number is the greatest allowed, each range holds all allowed values.
/// A preset beyond a limit is refused before rendering, so that no preset crashes, hangs or exhausts memory.
package enum Limits {
  /// Bytes of one preset file.
  package static let fileBytes = 8 * 1024 * 1024
  /// Bytes of one key.
  package static let keyBytes = 256
  /// Levels of nested arrays and objects in one file.
  package static let jsonDepth = 64
  /// JSON values in one file; this limits the reader's memory.
  package static let jsonValues = 400_000
  /// Files in a chain of `extends`.
  package static let extendsDepth = 16
  /// Depth of nested cells, counting the outermost.
  package static let cellNesting = 4
  /// Layers, including those in groups.
  package static let layers = 256
  /// Cells in the whole preset.
  package static let cells = 4_096
  /// Forces of one cell.
  package static let forces = 16
  /// The most lights of a preset.
  package static let lights = 32
  /// Filters of one layer, group or canvas.
  package static let filters = 32
  /// Bounces of one particle at which children may be born.
  package static let bounces = 8
  /// Integration steps of one particle: a Float counts them exactly up to 2²⁴.
  package static let stepsPerParticle = 0x1p24
  /// Elements of one list (stops, keys, colours, …).
  package static let listElements = 1_024
  /// Elements of the lists that are given as values of knobs, all lists together.
  package static let knobElements = 500_000
  /// Instructions of all expressions of a preset.
  package static let expressionInstructions = 200_000
  /// Sprites of one cell.
  package static let spritesOfCell = 256
  /// Pixels of a picture that particles show or are born on.
  package static let spritePicturePixels = 16_777_216
  /// Frames of a flip-book.
  package static let flipBookFrames = 4_096
  /// Cells along the longer side of the grid by which the places of births on a picture are chosen.
  package static let shapePictureCells = 512
  /// Shapes on which the particles of a cell come together in turn (`Gather`).
  package static let gatherShapes = 8
  /// Sprites of all cells of a preset.
  package static let sprites = 8_192
  /// Forms of puffs in all cells of a preset, each of which takes 10 ms before the first frame.
  package static let puffs = 256
  /// Lines and curves in all paths of a preset.
  package static let pathElements = 4_096
  /// Lines and curves of the letters of all texts of a preset.
  package static let textElements = 1_000_000
  /// Points of a star, or sides of a regular polygon, that is an emitter's shape.
  package static let figureCorners = 256
  /// Straight lines into which the path of an emitter's shape is cut, so that its area is computed in a fraction of a second.
  package static let outlineChords = 8_192
  /// Particles of all cells that are alive at once.
  package static let liveParticles = 5_000_000.0
  /// Pixels along one side of the frame.
  package static let sidePixels = 16_384
  /// Pixels of the frame: half of the square of `sidePixels`.
  package static let framePixels = 134_217_728
  /// Bytes of all frame-sized buffers and particle columns.
  package static let bufferBytes = 4.0 * 1024 * 1024 * 1024
  /// Seconds of one core for a frame for which nothing is kept from the frames before it, as `CostTable` estimates them.
  package static let secondsPerFrame = 20.0
  /// Lines between the particles of a cell in one frame, if they are spread evenly over the canvas.
  package static let linksPerFrame = 1_000_000.0
  /// Frames of a movie.
  package static let frames = 10_000_000
  /// Bytes of the file of a clip that a layer shows.
  package static let clipBytes: Int64 = 8 << 30
  /// Frames of a clip that a layer shows.
  package static let clipFrames = 1_000_000
  /// Cost of a field's formulas at one sample point of a pixel, counted in additions.
  package static let formulaAdditions = 4_000
  /// Bytes in the text of one expression.
  package static let expressionBytes = 4_096
  /// Seconds of a duration, so that rational times fit into 64 bits.
  package static let durationSeconds = 1_000_000
  /// Decimals of a duration that is given as a decimal number, not as a fraction.
  package static let durationDecimals = 6
  /// The denominator of a duration in lowest terms, so that its product with a frame rate fits into 64 bits. Durations of six
  /// decimals, and those of a whole number of frames, stay within this limit.
  package static let durationDenominator: Int64 = 1_000_000
  /// The numerator of a frame rate in lowest terms.
  package static let frameRateNumerator: Int64 = 1_000_000
  /// The denominator of a frame rate in lowest terms.
  package static let frameRateDenominator: Int64 = 10_000
  /// The range of frame rates, in frames a second.
  package static let frameRates = 0.1...1000.0
  /// The range of keys that state no range of their own, in the key's unit.
  package static let numbers = -1e6...1e6
  /// The range of accelerations, in points a second squared.
  package static let accelerations = -1e7...1e7
}
