import Motes
import MotesTuning
import Testing

@Suite("The layer in space at a place of a frame") struct LayerPickTests {
  private func scene() throws -> Scene {
    let text = #"""
      { "format": 1, "canvas": { "width": 200, "height": 100, "duration": 2, "frameRate": 10 }, "camera": { "distance": 400 },
        "layers": [
          { "name": "wall", "shape": { "type": "rectangle", "center": [100, 50], "size": [120, 60], "fill": "teal" }, "role": "backdrop",
            "transform": { "zPosition": -200 } },
          { "group": [{ "name": "disc", "shape": { "type": "circle", "center": [100, 50], "radius": 20, "fill": "red" },
              "transform": { "zPosition": "= 100 * t" } }], "begin": 0.5 },
          { "name": "on the screen", "shape": { "type": "rectangle", "center": [100, 50], "size": [200, 100], "fill": "#ffffff20" } }
        ] }
      """#
    return try Preset.load(text: Array(text.utf8), named: "pick.json").scene
  }

  private func picked(_ x: Double, _ y: Double, frame: Int = 15) throws -> TuningReply.Picked? {
    try LayerPick.layer(
      at: TuningRequest.Pick(number: frame, width: 200, height: 100, x: x, y: y), in: scene(), threads: 1)
  }

  @Test("The uppermost one that has a zPosition, with its z at that time") func uppermost() throws {
    #expect(try picked(0.5, 0.5) == TuningReply.Picked(name: "disc", z: 100))
    #expect(try picked(0.38, 0.5) == TuningReply.Picked(name: "disc", z: 100))
    #expect(try picked(0.32, 0.5) == TuningReply.Picked(name: "wall", z: -200))
    #expect(try picked(0.5, 0.5, frame: 3) == TuningReply.Picked(name: "wall", z: -200))
  }

  @Test("Where there is none, none; places outside count as the edge") func none() throws {
    #expect(try picked(0.02, 0.02) == nil)
    #expect(try picked(-3, .nan) == nil)
  }
}
