import Colorimetry
import JSON

/// Names that other programs use for things that presets call differently, so that a message can suggest the preset's name.
enum FamiliarNames {
  /// The hint " Did you mean X?" for a name that is none of `names`. X lists those of `names` that other programs call by the
  /// given name. If there are none, X is the most similar one of `names`; if none is similar, the hint is empty.
  static func hint(_ name: String, among names: [String]) -> String {
    let applicableMeanings = meanings(of: name).filter { names.contains($0) }
    if applicableMeanings.isEmpty { return Spelling.hint(name, among: names) }
    return " Did you mean \(listed(applicableMeanings))?"
  }

  /// The preset names that a name of another program may stand for; empty for unknown names.
  static func meanings(of name: String) -> [String] {
    let lower = name.lowercased()
    // CSS has hyphens: font-size.
    return meanings[lower] ?? meanings[lower.filter { $0 != "-" && $0 != "_" }] ?? []
  }

  /// Maps lowercase names of other programs to the values, keys and formula names that they may stand for in a preset.
  private static let meanings: [String: [String]] = [
    // Sprites and figures.
    "circle": ["disc"], "dot": ["disc"], "ellipse": ["disc"], "glow": ["hotDisc", "softDisc", "bloom"],
    "blurredcircle": ["softDisc"],
    "rect": ["square", "rectangle"], "rectangle": ["square"], "box": ["square", "rectangle"], "pill": ["capsule"],
    "line": ["streak", "polyline"], "snowflake": ["flake"],
    // Blend modes.
    "additive": ["add"], "lighter": ["add"], "plus-lighter": ["add"], "pluslighter": ["add"],
    "source-over": ["normal"], "over": ["normal"],
    // Keys of particles and emitters.
    "gravity": ["yAcceleration"], "acceleration": ["xAcceleration", "yAcceleration"], "speed": ["velocity"],
    "rate": ["birthRate"], "emissionrate": ["birthRate"], "spawnrate": ["birthRate"],
    "count": ["burst", "birthRate", "n"],
    "life": ["lifetime"], "lifespan": ["lifetime"], "damping": ["drag", "restitution"], "friction": ["drag"],
    "size": ["scale", "sprite", "radius", "fontSize", "width"], "sizeoverlife": ["scaleOverLife"],
    "shape": ["sprite", "type"],
    "opacity": ["alphaOverLife", "alphaRange", "color"], "alpha": ["opacity", "alphaOverLife", "intensity", "color"],
    "fade": ["alphaOverLife", "opacity"], "fadeout": ["alphaOverLife"], "brightness": ["intensity", "exposure"],
    "tint": ["color"], "colour": ["color", "fill"], "color": ["fill", "gradient"], "fill": ["gradient"],
    "colours": ["colors"],
    "angle": ["emissionLongitude", "rotation"], "direction": ["emissionLongitude", "angle"],
    "spread": ["emissionRange"],
    "rotationspeed": ["spin"], "angularvelocity": ["spin"], "turbulence": ["forces", "driftAmplitude"],
    "particles": ["cells"], "emitters": ["layers"], "children": ["cells", "group", "layers"], "texture": ["sprite"],
    // Keys of positions, layers and their timing.
    "position": ["center"], "center": ["position"], "centre": ["center", "position"], "x": ["position", "center"],
    "y": ["position", "center"], "blendmode": ["blend"], "composite": ["blend"], "mode": ["blend", "type"],
    "background": ["gradient"], "visible": ["enabled"], "hidden": ["enabled"], "kind": ["type"],
    "delay": ["begin"], "start": ["begin", "from"], "loop": ["repeat"], "looping": ["loop"],
    // Keys of bounds, strokes and gradients.
    "bounce": ["restitution", "bounds"], "collision": ["bounds"], "collisions": ["bounds"],
    "bounciness": ["restitution"], "elasticity": ["restitution"],
    "colors": ["stops", "color"], "offset": ["at", "timeOffset", "shift"], "linewidth": ["width"],
    "strokewidth": ["width"],
    // Keys of filters, masks and transforms.
    "sigma": ["radius"], "stddeviation": ["radius"], "blur": ["radius"], "blurradius": ["radius"],
    "value": ["amount", "default"], "iterations": ["repeat"], "iterationcount": ["repeat"],
    "visibility": ["enabled"], "display": ["enabled"], "lineargradient": ["gradient"], "radialgradient": ["gradient"],
    "conicgradient": ["gradient"],
    "clip": ["mask"], "clippath": ["mask"], "clip-path": ["mask"], "type": ["mode"], "origin": ["anchor"],
    "transformorigin": ["anchor"], "rotate": ["rotation", "angle", "transform"],
    "translate": ["position", "transform"],
    "translation": ["position"], "amount": ["angle", "radius", "strength"], "deg": ["angle"], "rotation3d": ["matrix"],
    "rotate3d": ["matrix"],
    // Keys of pictures, clips, shapes and texts.
    "src": ["file"], "url": ["file"], "href": ["file"], "sampling": ["scaling"], "imagerendering": ["scaling"],
    "objectfit": ["fit"], "border": ["stroke"], "outline": ["stroke"], "fillcolor": ["fill"], "strokecolor": ["paint"],
    "string": ["words"], "text": ["words"], "content": ["words"], "fontsize": ["size"], "fontweight": ["weight"],
    "fontfamily": ["font"], "letterspacing": ["tracking"], "textalign": ["align"], "mixblendmode": ["blend"],
    "shadow": ["filters"], "boxshadow": ["filters"], "filter": ["filters"], "backdropfilter": ["backdropFilters"],
    "overflow": ["mask"], "easing": ["ease"], "timingfunction": ["ease"], "keyframes": ["keys"],
    // Keys and names of the canvas, of time and of `post`.
    "fps": ["frameRate"], "framespersecond": ["frameRate"], "framerate": ["frameRate"], "length": ["duration"],
    "time": ["t"], "backgroundcolor": ["layers", "gradient"], "motionblur": ["shutter"], "tonemapping": ["toneMap"],
    // Names of formulas.
    "sinus": ["sin"], "cosinus": ["cos"], "cosine": ["cos"], "tangent": ["tan"], "atan": ["atan2"], "power": ["pow"],
    "squareroot": ["sqrt"], "absolute": ["abs"], "modulo": ["mod"], "fmod": ["mod"], "rand": ["random"],
    "rnd": ["random"],
    "lerp": ["mix"], "saturate": ["clamp"], "ln": ["log"], "sgn": ["sign"], "now": ["T"], "index": ["i"], "e": ["exp"],
    "itime": ["t"], "fragcoord": ["xy"], "gl_fragcoord": ["xy"], "iresolution": ["width", "height"],
    "resolution": ["width", "height"],
    "texcoord": ["uv"], "st": ["uv"], "hue": ["hsv"], "hsl": ["hsv"], "perlinnoise": ["perlin"], "snoise": ["perlin"],
    "simplex": ["perlin"], "fractal": ["fbm"], "worley": ["voronoi"], "rot": ["rotate"], "len": ["length"],
    "dist": ["distance"], "norm": ["normalize"],
  ]
}
