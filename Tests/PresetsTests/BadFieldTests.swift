import Testing

/// The messages for mistakes in fields, blobs, metaballs and shapes, word for word.
@Suite struct BadFieldTests {
  @Test(
    "Mistakes in a layer's source are reported at their positions",
    arguments: [
      (
        "\"noise\": { \"scale\": 0 }",
        "1:37: layers[0].noise.scale: 0 is out of range: 0.5 to 100000 (points) is allowed"
      ),
      (
        "\"noise\": { \"scale\": [10, \"x\"] }",
        "1:42: layers[0].noise.scale[1]: should be a number, not the text \"x\""
      ),
      (
        "\"noise\": { \"octaves\": 99 }",
        "1:39: layers[0].noise.octaves: 99 is out of range: 1 to 10 is allowed"
      ),
      (
        "\"noise\": { \"octaves\": 2.5 }",
        "1:39: layers[0].noise.octaves: 2.5 should be a whole number"
      ),
      (
        "\"noise\": { \"type\": \"perlin\" }",
        "1:36: layers[0].noise.type: \"perlin\" is not one of gradient, value, ridged, billow, plasma or caustics."
      ),
      (
        "\"noise\": { \"stops\": [] }",
        "1:37: layers[0].noise.stops: a gradient needs at least one stop"
      ),
      (
        "\"noise\": { \"speed\": \"NaN\" }",
        "1:37: layers[0].noise.speed: should be a number, not the text \"NaN\"; write numbers without quotes"
      ),
      (
        "\"noise\": { \"variant\": -1 }",
        "1:39: layers[0].noise.variant: -1 is out of range: 0 to 1000000 is allowed"
      ),
      (
        "\"noise\": { \"gain\": 1e400 }",
        "1:36: 1e400 is too large to be read"
      ),
      (
        "\"noise\": { \"velocity\": [1] }",
        "1:28: layers[0].noise.velocity: no such key. emitter, cell and filter have the key velocity."
      ),
      (
        "\"noise\": { \"colour\": [1] }",
        "1:28: layers[0].noise.colour: no such key. There are type, scale, octaves, gain, lacunarity, warp, rotation, "
          + "offset, drift, speed, contrast, brightness, variant, stops and interpolation."
      ),
      (
        "\"aurora\": { \"curtains\": 0 }",
        "1:41: layers[0].aurora.curtains: 0 is out of range: 1 to 8 is allowed"
      ),
      (
        "\"aurora\": { \"rayWidth\": 0 }",
        "1:41: layers[0].aurora.rayWidth: 0 is out of range: 1 to 100000 (points) is allowed"
      ),
      (
        "\"aurora\": { \"slant\": 1e30 }",
        "1:38: layers[0].aurora.slant: 1e+30 is out of range: -10 to 10 (a factor) is allowed"
      ),
      (
        "\"aurora\": { \"position\": \"x\" }",
        "1:41: layers[0].aurora.position: should be a number, not the text \"x\""
      ),
      (
        "\"rays\": { \"length\": 0 }",
        "1:37: layers[0].rays.length: 0 is out of range: 1 to 100000 (points) is allowed"
      ),
      (
        "\"rays\": { \"count\": 0 }",
        "1:36: layers[0].rays.count: 0 is out of range: 1 to 1000 is allowed"
      ),
      (
        "\"rays\": { \"spread\": 361 }",
        "1:37: layers[0].rays.spread: 361 is out of range: 0 to 360 (degrees) is allowed"
      ),
      (
        "\"rays\": { \"position\": [0] }",
        "1:39: layers[0].rays.position: a point has two numbers, not 1"
      ),
      (
        "\"pattern\": { \"size\": 0 }",
        "1:38: layers[0].pattern.size: 0 is out of range: 0.5 to 100000 (points) is allowed"
      ),
      (
        "\"pattern\": { \"type\": \"grids\" }",
        "1:38: layers[0].pattern.type: \"grids\" is not one of grid, dots, stripes, hexagons or checkerboard. Did you mean grid?"
      ),
      (
        "\"pattern\": { \"perspective\": 0 }",
        "1:45: layers[0].pattern.perspective: 0 is out of range: 1 to 1000000 (points) is allowed"
      ),
      (
        "\"pattern\": { \"color\": \"redd\" }",
        "1:39: layers[0].pattern.color: \"redd\" is not a colour of CSS: no colour is called redd. Did you mean red?"
      ),
      (
        "\"pattern\": { \"softness\": -1 }",
        "1:42: layers[0].pattern.softness: -1 is out of range: 0 to 1 (a share) is allowed"
      ),
      (
        "\"stars\": { \"density\": -1 }",
        "1:39: layers[0].stars.density: -1 is out of range: 0 to 100 is allowed"
      ),
      (
        "\"stars\": { \"size\": 1e9 }",
        "1:36: layers[0].stars.size: 1000000000 is out of range: 0.1 to 50 (points) is allowed"
      ),
      (
        "\"stars\": { \"colors\": [] }",
        "1:38: layers[0].stars.colors: needs at least one colour"
      ),
      (
        "\"stars\": { \"sizes\": 3 }",
        "1:28: layers[0].stars.sizes: no such key. Did you mean size?"
      ),
      (
        "\"blob\": { \"points\": 2 }",
        "1:37: layers[0].blob.points: 2 is out of range: 3 to 64 is allowed"
      ),
      (
        "\"blob\": { \"points\": 3.5 }",
        "1:37: layers[0].blob.points: 3.5 should be a whole number"
      ),
      (
        "\"blob\": { \"irregularity\": 2 }",
        "1:43: layers[0].blob.irregularity: 2 is out of range: 0 to 0.9 (a share) is allowed"
      ),
      (
        "\"blob\": { \"radius\": -4 }",
        "1:37: layers[0].blob.radius: -4 is out of range: 0 to 100000 (points) is allowed"
      ),
      (
        "\"blob\": { \"radius\": \"1e30\" }",
        "1:37: layers[0].blob.radius: should be a number, not the text \"1e30\"; write numbers without quotes"
      ),
      (
        "\"blob\": { \"period\": 0 }",
        "1:37: layers[0].blob.period: 0 is out of range: 0.01 to 100000 (seconds) is allowed"
      ),
      (
        "\"blob\": { \"curve\": \"corners\", \"control\": 1 }",
        "1:47: layers[0].blob.control: does not apply to \"curve\": \"corners\", only to \"quadratic\""
      ),
      (
        "\"blob\": { \"fill\": { \"stops\": [] } }",
        "1:46: layers[0].blob.fill.stops: a gradient needs at least one stop"
      ),
      (
        "\"blob\": { \"relief\": { \"rimWidth\": 0 } }",
        "1:51: layers[0].blob.relief.rimWidth: 0 is out of range: 0.001 to 1 (a share) is allowed"
      ),
      (
        "\"blob\": { \"center\": [1e30, 0] }",
        "1:38: layers[0].blob.center[0]: 1e+30 is out of range: -1000000 to 1000000 (points) is allowed"
      ),
      (
        "\"blob\": { \"wobble\": true }",
        "1:37: layers[0].blob.wobble: should be a number, not true"
      ),
      (
        "\"metaballs\": {}",
        "1:30: layers[0].metaballs: needs balls, or a count of them"
      ),
      (
        "\"metaballs\": { \"count\": -1 }",
        "1:41: layers[0].metaballs.count: -1 is out of range: 0 to 256 is allowed"
      ),
      (
        "\"metaballs\": { \"count\": 100000 }",
        "1:41: layers[0].metaballs.count: 100000 is out of range: 0 to 256 is allowed"
      ),
      (
        "\"metaballs\": { \"balls\": [] }",
        "1:30: layers[0].metaballs: needs balls, or a count of them"
      ),
      (
        "\"metaballs\": { \"balls\": [{ \"center\": [1, 2], \"radius\": -3 }] }",
        "1:72: layers[0].metaballs.balls[0].radius: -3 is out of range: 0 to 100000 (points) is allowed"
      ),
      (
        "\"metaballs\": { \"count\": 3, \"reach\": 1 }",
        "1:53: layers[0].metaballs.reach: 1 is out of range: 1.1 to 6 (a factor) is allowed"
      ),
      (
        "\"metaballs\": { \"count\": 3, \"colors\": [\"red\"], \"fill\": \"red\" }",
        "1:30: layers[0].metaballs: colours of balls and fill cannot be combined"
      ),
      (
        "\"metaballs\": { \"count\": 3, \"sway\": 2 }",
        "1:52: layers[0].metaballs.sway: should be a point [x, y], not the number 2"
      ),
      (
        "\"shape\": { \"type\": \"morph\", \"shapes\": [], \"fill\": \"red\" }",
        "1:55: layers[0].shape.shapes: needs at least one shape"
      ),
      (
        "\"shape\": { \"type\": \"morph\", \"shapes\": [\"M0 0 L\"], \"fill\": \"red\" }",
        "1:63: layers[0].shape.shapes[0]: L needs x y here, and the text ends"
      ),
      (
        "\"shape\": { \"type\": \"morph\", \"shapes\": [\"M0 0\"], \"fill\": \"red\" }",
        "1:56: layers[0].shape.shapes[0]: this path has no extent: it needs at least three points that are not on one line"
      ),
      (
        "\"shape\": { \"type\": \"morph\", \"shapes\": [{ \"type\": \"morph\", \"shapes\": [] }], \"fill\": \"red\" }",
        "1:85: layers[0].shape.shapes[0].shapes: needs at least one shape"
      ),
      (
        "\"shape\": { \"type\": \"path\", \"path\": \"M 1 2 A 1 1 0 2 0 3 4\", \"fill\": \"red\" }",
        "1:67: layers[0].shape.path: an arc needs a flag, 0 or 1, here, not '2'"
      ),
      (
        "\"shape\": { \"type\": \"path\", \"path\": \"M 1e999 2 L 3 4\", \"fill\": \"red\" }",
        "1:55: layers[0].shape.path: 1e999 is out of range: -1000000 to 1000000 is allowed"
      ),
      (
        "\"shape\": { \"type\": \"path\", \"path\": \"M 1 2 L NaN 4\", \"fill\": \"red\" }",
        "1:61: layers[0].shape.path: L needs x y here, not 'N'"
      ),
      (
        "\"shape\": { \"type\": \"circle\", \"radius\": \"NaN\", \"fill\": \"red\" }",
        "1:56: layers[0].shape.radius: should be a number, not the text \"NaN\"; write numbers without quotes"
      ),
    ])
  func sources(layer: String, expected: String) {
    #expect(issues("{ \"layers\": [ { \(layer) } ] }") == ["x.json:" + expected])
  }

  @Test(
    "A layer that shows nothing because its size or number is 0 is no mistake",
    arguments: [
      "\"metaballs\": { \"count\": 3, \"radius\": 0 }", "\"metaballs\": { \"count\": 3, \"size\": [0, 0] }",
      "\"blob\": { \"radius\": 0 }", "\"stars\": { \"density\": 0 }", "\"rays\": { \"spread\": 0 }",
      "\"shape\": { \"type\": \"circle\", \"radius\": 0, \"fill\": \"red\" }",
      "\"mesh\": { \"width\": 2, \"height\": 2, \"frame\": [0, 0, 0, 0], \"colors\": [\"red\", \"red\", \"red\", \"red\"] }",
    ])
  func emptyLayersAreNoMistake(layer: String) {
    #expect(issues("{ \"layers\": [ { \(layer) } ] }").isEmpty)
  }
}
