import Model
import Presets
import Raster

/// A workload of `motes bench`, which times one stage of rendering through the product's own code.
///
/// Drawing workloads evaluate, bin and draw into tiles, blending included, without output transform and without a frame buffer.
/// `catalogue` describes each workload.
package enum Benchmark: Sendable, Equatable {
  /// Drawing.
  case discs, specks, bokeh, squares, sprites, pictures, puffs, sheets, glass, water, linear, conic, mesh, blob, blur,
    filters
  /// Formulas for each pixel.
  case field
  /// Layers that are masked, transformed and repeated.
  case composition
  /// Drawing a paragraph of letters.
  case text
  /// Drawing the given number of soft discs of radius 1.5 to 4 px, to show how the cost grows with their number.
  case particles(Int)
  /// Evaluating particles without drawing them.
  case births
  /// Converting float pixels to samples.
  case yuv, yuvFrame, light, rgb, pq
  /// Converting samples of footage to float pixels.
  case footage
  /// The whole frame of a preset, by its name or path.
  case frame(preset: String)

  /// The presets that `frame` alone stands for.
  package static let headlinePresets = ["fireworks", "snow", "rain", "confetti", "meteors", "ripples"]

  /// The most particles that `particles:N` draws: twice what a preset may have alive, to show the cost beyond that limit.
  package static let maximumParticles = 10_000_000

  /// Every workload's name and what it times. A row whose name is empty continues the one before.
  package static let catalogue: [(name: String, about: String)] = [
    ("discs", "20,000 soft discs of radius 6 to 18 px, added"),
    ("specks", "100,000 soft discs of radius 2 to 6 px"),
    ("bokeh", "2,000 soft discs of radius 40 to 120 px"),
    ("squares", "20,000 turned squares of half side 6 to 18 px, laid over each other"),
    ("sprites", "the same squares with a picture of 64 × 64 pixels on each"),
    ("pictures", "20,000 turned pictures of 64 × 64 px, laid over each other"),
    ("puffs", "2,000 puffs of smoke of half side 40 to 80 px, lit by the sun and shading each other; beside it"),
    ("", "puffs:unlit: the same without light"),
    ("sheets", "2,000 bent leaves, 60 px long, turned every way and lit by the sun, from the front and through"),
    ("glass", "the gradient of linear behind a clear pane of 800 × 450 px; beside it"),
    ("", "glass:frost: behind a frosted one"),
    ("water", "the gradient of linear above a lake in perspective; beside it"),
    ("", "water:above: below water that is seen from above, with caustics"),
    ("linear", "a gradient of 6 stops, which moves from run to run"),
    ("conic", "a conic gradient of 6 stops, which moves from run to run"),
    ("mesh", "a smooth mesh gradient of 3 × 3 points, whose colours move"),
    ("blob", "a smooth closed curve of 24 corners, 800 px wide, around which a wave travels from run to run"),
    ("blur", "a disc of radius 400 px blurred by a Gaussian of 20 px, which moves from run to run"),
    ("filters", "a moving gradient through five colour filters; beside it"),
    ("", "filter: the same through the first of them alone"),
    (
      "field",
      "formulas for each pixel, whose values move from run to run: rings, waves, balls, fbm, warp, distances, cells and drops"
    ),
    (
      "composition",
      "a moving gradient through a mask; a blob that is drawn, then turned; the same smeared by its motion; eight instances of it"
    ),
    ("text", "a paragraph of 720 made-up letters, which moves as a whole; beside it"),
    ("", "text:letters: the same, each letter moving by itself"),
    ("births", "1,000,000 particles evaluated, not drawn; beside it"),
    ("", "copy: memcpy of the columns that they fill"),
    ("yuv", "float tiles in the cache to 8-bit 4:2:0"),
    ("light", "float tiles of linear light in the cache through a filmic tone map to 8-bit 4:2:0; beside it"),
    ("", "light:none, neutral, agx: other tone maps; light:soft: the soft gamut"),
    ("yuv-frame", "a whole float frame in memory, as after bloom, to 8-bit 4:2:0"),
    ("rgb", "as light, but to 8-bit RGB"),
    ("pq", "as light, but to 10-bit 4:2:0 of HDR10"),
    ("footage", "a clip's frame of 8-bit 4:2:0 to linear light in memory"),
    ("frame", "headline presets, whole frames without an encoder"),
    ("frame:PRESET", "one preset's"),
    ("particles:N", "N soft discs of radius 1.5 to 4 px, up to 10,000,000"),
  ]

  /// Workloads that are timed when none is named.
  package static let defaultWorkloads: [Benchmark] =
    [
      .discs, .specks, .bokeh, .squares, .sprites, .pictures, .puffs, .sheets, .glass, .water, .linear, .conic, .mesh,
      .blob,
      .blur, .filters,
      .field, .composition, .text, .births, .yuv, .light,
      .yuvFrame, .rgb, .pq,
      .footage,
    ]
    + headlinePresets.map { .frame(preset: $0) }

  /// The workloads that a name stands for: `frame` alone stands for one for each headline preset, any other name for one workload.
  /// nil for an unknown name.
  package static func named(_ text: String) -> [Benchmark]? {
    switch text {
    case "discs": return [.discs]
    case "specks": return [.specks]
    case "bokeh": return [.bokeh]
    case "squares": return [.squares]
    case "sprites": return [.sprites]
    case "pictures": return [.pictures]
    case "puffs": return [.puffs]
    case "sheets": return [.sheets]
    case "glass": return [.glass]
    case "water": return [.water]
    case "linear": return [.linear]
    case "conic": return [.conic]
    case "mesh": return [.mesh]
    case "blob": return [.blob]
    case "blur": return [.blur]
    case "filters": return [.filters]
    case "field": return [.field]
    case "composition": return [.composition]
    case "text": return [.text]
    case "births": return [.births]
    case "yuv": return [.yuv]
    case "yuv-frame": return [.yuvFrame]
    case "light": return [.light]
    case "rgb": return [.rgb]
    case "pq": return [.pq]
    case "footage": return [.footage]
    case "frame": return headlinePresets.map { .frame(preset: $0) }
    default:
      let words = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard words.count == 2, !words[1].isEmpty else { return nil }
      if words[0] == "frame" { return [.frame(preset: words[1])] }
      guard words[0] == "particles", let count = Int(words[1]), (1...maximumParticles).contains(count) else {
        return nil
      }
      return [.particles(count)]
    }
  }

  /// Whether the workload draws whole frames of a preset, whose size may be chosen.
  package var isFrame: Bool {
    if case .frame = self { return true }
    return false
  }

  /// A piece of work that is timed by itself.
  package struct TimedTask {
    package let name: String
    /// Does the work once.
    package let work: () -> Void
  }

  /// The tasks of the workload, with memory allocated and presets loaded. Several tasks are to be run in turn, so that their
  /// ratio is meaningful on a machine whose speed changes.
  ///
  /// - Parameters:
  ///   - threads: threads that draw.
  ///   - settings: where presets are looked for, how their files are read, and the size that `.frame` is drawn at; all other workloads have
  ///     1920 × 1080.
  package func prepare(threads: Int, settings: PresetSettings) throws -> [TimedTask] {
    switch self {
    case .discs: [drawing("discs", .softDiscs(count: 20_000, radii: 6...18), threads)]
    case .specks: [drawing("specks", .softDiscs(count: 100_000, radii: 2...6), threads)]
    case .bokeh: [drawing("bokeh", .softDiscs(count: 2_000, radii: 40...120), threads)]
    case .squares: [drawing("squares", .rotatedSquares, threads)]
    case .sprites: [drawing("sprites", .rotatedPictures(radii: 6...18), threads)]
    case .pictures: [drawing("pictures", .rotatedPictures(radii: 32...32), threads)]
    case .puffs:
      [
        drawing("puffs", .puffs(areLit: true), threads), drawing("puffs:unlit", .puffs(areLit: false), threads),
      ]
    case .sheets: [drawing("sheets", .leaves, threads)]
    case .glass:
      [
        drawing("glass", .glass(frost: 0), threads), drawing("glass:frost", .glass(frost: 0.2), threads),
      ]
    case .water:
      [
        drawing("water", .water(line: 400), threads), drawing("water:above", .water(line: nil), threads),
      ]
    case .linear: [drawing("linear", .animatedLinearGradient, threads)]
    case .conic: [drawing("conic", .rotatingConicGradient, threads)]
    case .mesh: [drawing("mesh", .animatedMesh, threads)]
    case .blob: [drawing("blob", .wavingBlob, threads)]
    case .blur: [drawing("blur", .blurredDisc, threads)]
    case .filters:
      [
        drawing("filters", .filteredGradient(Scene.benchmarkFilters), threads),
        drawing("filter", .filteredGradient(Array(Scene.benchmarkFilters.prefix(1))), threads),
      ]
    case .particles(let count): [drawing("particles:\(count)", .softDiscs(count: count, radii: 1.5...4), threads)]
    case .field: Scene.formulas.map { drawing("field:\($0.name)", $0.scene, threads) }
    case .composition: Scene.compositions.map { drawing("composition:\($0.name)", $0.scene, threads) }
    case .text: Scene.paragraphs.map { drawing($0.name, $0.scene, threads) }
    case .births: births(threads)
    case .yuv: [conversion("yuv", .tiles, OutputTransform(inputIsEncoded: true), threads)]
    case .light:
      [
        conversion("light", .tiles, OutputTransform(toneMap: .filmic), threads),
        conversion("light:none", .tiles, OutputTransform(), threads),
        conversion("light:neutral", .tiles, OutputTransform(toneMap: .neutral), threads),
        conversion("light:agx", .tiles, OutputTransform(toneMap: .agx), threads),
        conversion("light:soft", .tiles, OutputTransform(softensGamut: true), threads),
      ]
    case .yuvFrame: [conversion("yuv-frame", .wholeFrame, OutputTransform(inputIsEncoded: true), threads)]
    case .rgb: [conversion("rgb", .tiles, OutputTransform(toneMap: .filmic), format: .rgb24, threads)]
    case .pq:
      [
        conversion(
          "pq", .tiles, OutputTransform(toneMap: .filmic, colorEncoding: ColorEncoding(dynamicRange: .pq)),
          format: .yuv420p10, threads)
      ]
    case .footage: [footage(threads)]
    case .frame(let preset): [try wholeFrame(preset, settings, threads)]
    }
  }
}
