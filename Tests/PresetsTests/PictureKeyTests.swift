import Model
import Presets
import Testing

/// Pictures as sprites and as emitters' shapes, with a fake loader.
@Suite struct PictureKeyTests {
  private static let assetLoader = AssetLoader(
    clip: { (path) throws(AssetLoader.Failure) in
      if path.hasSuffix("broken.png") { throw AssetLoader.Failure("is broken") }
      let side = path.hasSuffix("huge.png") ? 16_384 : 40
      return Clip(
        path: path, width: side, height: side / 2, pixelAspect: 1, hasAlpha: true, frameCount: 1, duration: 0)
    },
    shapePicture: { (file, detail) throws(AssetLoader.Failure) in
      let size = ShapePicture.size(of: file, detail: detail)
      let alpha: Float = file.path.hasSuffix("clear.png") ? 0 : file.path.hasSuffix("faint.png") ? 0.3 : 1
      return ShapePicture(
        file: file, columns: size.columns, rows: size.rows,
        samples: [SIMD4<Float>](repeating: SIMD4(1, 0, 0, alpha), count: size.columns * size.rows))
    })

  /// Returns the scene with an emitter and its warnings, or nil and the issues.
  private func load(_ emitter: String) throws -> (scene: Scene?, issues: [String]) {
    let folder = try TemporaryFolder()
    for name in ["a.png", "b.png", "huge.png", "broken.png", "clear.png", "faint.png"] {
      _ = try folder.write(name, "")
    }
    var settings = PresetSettings()
    settings.assetLoader = Self.assetLoader
    let canvas = "\"canvas\": { \"duration\": 2 }"
    let path = try folder.write(
      "p.json", "{ \(canvas), \"layers\": [ { \"name\": \"near\", \"emitter\": {\n\(emitter)\n} } ] }")
    do throws(PresetError) {
      let preset = try Preset.load(file: path, settings)
      return (preset.scene, preset.warnings.map(\.description))
    } catch {
      return (nil, error.issues.map(\.description))
    }
  }

  private func sprites(_ sprite: String) throws -> [Sprite] {
    let loaded = try load("\"cells\": [ { \"burst\": 1, \"lifetime\": 2, \"sprite\": \(sprite) } ]")
    #expect(loaded.issues == [])
    guard let scene = loaded.scene, case .emitter(let emitter) = scene.layers[0].source else { return [] }
    return emitter.cells[0].sprites
  }

  private func issues(sprite: String) throws -> String {
    try load("\"cells\": [ { \"burst\": 1, \"lifetime\": 2,\n\"sprite\": { \"type\": \"image\", \(sprite) } } ]").issues
      .joined(separator: "\n")
  }

  @Test("A picture that fills the canvas is warned of if the camera sees its edge, a card is not")
  func edges() throws {
    func warnings(_ image: String, _ camera: String) throws -> [String] {
      let folder = try TemporaryFolder()
      _ = try folder.write("a.png", "")
      var settings = PresetSettings()
      settings.assetLoader = Self.assetLoader
      let path = try folder.write(
        "p.json",
        """
        { "canvas": { "duration": 4 }, "camera": { \(camera) }, "layers": [{ "name": "room", "group": [
        { "name": "wall", "image": { "file": "a.png", \(image) }, "transform": { "zPosition": 0 } }] }] }
        """)
      return try Preset.load(file: path, settings).warnings.map(\.description)
    }
    let drift = try warnings(#""fit": "cover""#, #""moves": { "drift": [200, 0] }"#)
    #expect(drift.count == 1 && drift[0].contains("wall") && drift[0].contains("the camera sees its edge at 0 s"))
    #expect(try warnings(#""fit": "cover""#, #""moves": { "push": 0.1 }"#) == [])
    #expect(try warnings(#""fit": "cover", "size": [2400, 1200]"#, #""moves": { "drift": [200, 0] }"#) == [])
    #expect(try warnings(#""fit": "cover", "size": [400, 300]"#, #""moves": { "drift": [200, 0] }"#) == [])
    let later = try warnings(
      #""fit": "cover""#, #""position": [960, 540, { "keys": [[0, 900], [4, 1200]] }], "distance": 1000"#)
    #expect(later.count == 1 && later[0].contains("1.333 s") || later[0].contains("1.375 s"))
  }

  @Test("Pictures keep their proportions, unless both sizes are given") func sizes() throws {
    let ofOneNumber = try sprites("{ \"type\": \"image\", \"file\": \"a.png\", \"size\": 30 }")
    #expect(ofOneNumber.map(\.width) == [30] && ofOneNumber.map(\.height) == [15])
    let ofTwoNumbers = try sprites("{ \"type\": \"image\", \"file\": \"a.png\", \"size\": [30, 40] }")
    #expect(ofTwoNumbers.map(\.width) == [30] && ofTwoNumbers.map(\.height) == [40])
    // A frame of a flip-book is 10 × 20 pixels large.
    let flipBook = try sprites("{ \"type\": \"image\", \"file\": \"a.png\", \"size\": 30, \"columns\": 4 }")
    #expect(flipBook.map(\.width) == [15] && flipBook.map(\.height) == [30])
    #expect(try sprites("{ \"type\": \"image\", \"files\": [\"a.png\", \"b.png\"] }").count == 2)
    #expect(try sprites("[{ \"type\": \"image\", \"file\": \"a.png\" }, { \"type\": \"disc\" }]").count == 2)
  }

  @Test("The keys of flip-books are read") func flipBooks() throws {
    let sprite = try sprites(
      "{ \"type\": \"image\", \"file\": \"a.png\", \"columns\": 4, \"rows\": 2, \"frames\": 7, \"play\": \"once\", \"framesPerSecond\": 9, \"startFrame\": \"random\", \"crossfade\": true }"
    )
    let picture = sprite.first?.shape.picture
    #expect(picture?.columns == 4 && picture?.rows == 2 && picture?.frameCount == 7)
    #expect(picture?.play == .once && picture?.framesPerSecond == 9 && picture?.blendsFrames == true)
    #expect(picture?.startFrame == nil && picture?.frameWidth == 10 && picture?.frameHeight == 10)
  }

  @Test(
    "Mistakes in a picture are reported at their positions",
    arguments: [
      ("\"size\": 3", "an image needs the key file"), ("\"file\": \"c.png\"", "no file \"c.png\" was found"),
      ("\"file\": \"../c.png\"", "no file"), ("\"file\": \"broken.png\"", "is broken"),
      ("\"file\": \"huge.png\"", "a picture of 16,384 × 8,192 pixels; for particles it has at most 16,777,216 pixels"),
      ("\"file\": \"a.png\", \"columns\": 64", "64 columns and 1 rows of frames do not fit into a picture of 40 × 20"),
      ("\"file\": \"a.png\", \"columns\": 2, \"frames\": 3", "3 frames do not fit into 2 columns and 1 rows"),
      ("\"file\": \"a.png\", \"play\": \"once\"", "play is for flip-books, and this picture has one frame"),
      ("\"file\": \"a.png\", \"columns\": 2, \"startFrame\": 2", "there is no frame 2: the last of 2 is 1"),
      ("\"file\": \"a.png\", \"columns\": 2, \"play\": \"life\", \"framesPerSecond\": 3", "cannot be combined"),
      ("\"file\": \"a.png\", \"startFrame\": \"any\"", "startFrame"),
    ])
  func badPictures(_ sprite: String, _ message: String) throws {
    let issues = try issues(sprite: sprite)
    #expect(issues.contains(message), "\(issues)")
    #expect(issues.contains("p.json:3:"), "\(issues)")
  }

  @Test("Keys of pictures do not apply to other sprites") func otherTypes() throws {
    let issues = try load(
      "\"cells\": [ { \"burst\": 1, \"lifetime\": 2, \"sprite\": { \"type\": \"disc\", \"file\": \"a.png\" } } ]"
    ).issues
    #expect(issues.joined().contains("file"), "\(issues)")
  }

  @Test("An emitter's shape may be a picture") func shapes() throws {
    let cells = "\"cells\": [ { \"burst\": 1, \"lifetime\": 2, \"colorFrom\": \"picture\" } ]"
    let loaded = try load("\"shape\": { \"type\": \"image\", \"file\": \"a.png\", \"detail\": 20 }, \(cells)")
    #expect(loaded.issues == [])
    guard let scene = loaded.scene, case .emitter(let emitter) = scene.layers[0].source else { return }
    #expect(emitter.shapePicture?.columns == 20 && emitter.shapePicture?.rows == 10)
    #expect(emitter.cells[0].colorFrom == .picture)
    for (shape, message) in [
      ("\"shape\": \"heart\", \"size\": 9", "colorFrom \"picture\" needs a picture as the emitter's shape"),
      ("\"shape\": { \"type\": \"image\", \"file\": \"clear.png\" }", "this picture is transparent everywhere"),
      ("\"shape\": { \"type\": \"image\", \"file\": \"faint.png\" }, \"mode\": \"outline\"", "alpha is nowhere ½"),
      ("\"shape\": { \"type\": \"image\", \"file\": \"huge.png\" }", "a picture of 16,384 × 8,192 pixels"),
      ("\"shape\": { \"type\": \"image\", \"file\": \"broken.png\" }", "is broken"),
      ("\"shape\": { \"type\": \"image\" }", "file"),
    ] {
      let issues = try load("\(shape), \(cells)").issues.joined(separator: "\n")
      #expect(issues.contains(message), "\(issues)")
    }
  }
}
