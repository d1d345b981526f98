import JSON
import Model

/// A path as a figure, as written.
struct PathOutline: Sendable {
  var path: VectorPath?
  var center, size: AnimatedPoint?
}

/// A rectangle as written.
struct RectangleDraft: Sendable {
  var rectangle = Figure.Rectangle()
  /// The value of the key `around`.
  var text: JSONNode?
  /// How far the rectangle reaches beyond the text on each side.
  var padding = AnimatedPoint(0, 0)
}

/// A morph as written.
struct Morph: Sendable {
  var shapes: [Figure]?
  /// Which of `shapes` is shown, counted from 0; between whole numbers a mixture of two.
  var at: AnimatedNumber = 0
}

/// A shape of any figure as written.
struct ShapeDraft<Written: Sendable>: Sendable {
  var figure: Written
  /// The values of the paint's keys; the figure is not known yet.
  var shape = VectorShape(.path(VectorPath(), box: nil))
}

/// A kind of figure: of a shape, and without paint of a morph.
struct FigureKind: Sendable {
  let shape: ObjectFamily<Void, VectorShape>.Kind
  let figure: ObjectFamily<Void, Figure>.Kind

  /// - Parameters:
  ///   - figure: what the keys are read into.
  ///   - make: makes the figure; returns nil after reporting an issue.
  init<Written: Sendable>(
    _ name: String, _ about: String, _ figure: @escaping @Sendable (Scope) -> Written, _ keys: [Key<Written>],
    make: @escaping @Sendable (Written, PresetDecoder, JSONNode) -> Figure?
  ) {
    self.figure = .init(Declaration(name, about, defaults: figure, keys)) { written, decoder, node, _ in
      make(written, decoder, node)
    }
    shape = .init(
      Declaration(
        name, about, defaults: { ShapeDraft(figure: figure($0)) },
        keys.map { $0.within(\.figure) } + Declarations.paintKeys.map { $0.within(\.shape) })
    ) { draft, decoder, node, _ in
      if draft.shape.fill == nil && draft.shape.stroke == nil {
        decoder.report("a shape needs fill, stroke or both", at: node)
        return nil
      }
      guard let figure = make(draft.figure, decoder, node) else { return nil }
      return draft.shape.with { $0.figure = figure }
    }
  }

  /// A kind whose keys are rows, and maybe some more.
  ///
  /// - Parameter keys: makes the keys of those of the rows.
  init<Figure: DeclaredFigure>(
    _ kind: Figure.Type, name: String = Figure.name, about: String = Figure.about,
    _ keys: ([Key<Figure>]) -> [Key<Figure>] = { $0 },
    problem: @escaping @Sendable (Figure) -> String? = { _ in nil }
  ) {
    let defaults: @Sendable (Scope) -> Figure = { scope in
      var figure = Figure()
      figure.setCanvasDefaults(in: scope)
      return figure
    }
    self.init(name, about, defaults, keys(Figure.parameters.map { Key($0) })) { figure, decoder, node in
      guard let problem = problem(figure) else { return figure.asFigure }
      decoder.report(problem, at: node)
      return nil
    }
  }
}

extension Declarations {
  static let shape = ObjectFamily<Void, VectorShape>(
    "shape", "A figure that is filled, stroked, or both. A stroke lies on the fill, its middle on the outline.",
    typeAbout: "What it is.", default: Figure.Rectangle.name, figures.map(\.shape))

  static let roughEdges = Declaration<RoughEdges>(
    "roughen",
    "An outline roughened by noise: ridges, rocks, torn paper. It needs few points: noise gives a coarse outline its small forms.",
    rows: { RoughEdges() })

  static let figure = ObjectFamily<Void, Figure>(
    "figure", "A shape without paint, for a morph.", typeAbout: "What it is.", default: Figure.Rectangle.name,
    figures.map(\.figure))

  private static let figures: [FigureKind] = [
    FigureKind(
      Figure.Rectangle.name, Figure.Rectangle.about,
      { scope in
        var draft = RectangleDraft()
        draft.rectangle.setCanvasDefaults(in: scope)
        return draft
      }, rectangleKeys
    ) { draft, decoder, _ in
      guard let text = draft.text else { return draft.rectangle.asFigure }
      return decoder.inside(key: "around") { decoder.box(around: text, padding: draft.padding) }.map { box in
        draft.rectangle.with { ($0.center, $0.size) = (box.center, box.size) }.asFigure
      }
    },
    FigureKind(Figure.Ellipse.self, name: "circle", about: "A circle, or an ellipse."),
    FigureKind(Figure.Ellipse.self), FigureKind(Figure.Star.self), FigureKind(Figure.Polygon.self),
    FigureKind(Figure.Arc.self), FigureKind(Figure.Sector.self),
    FigureKind(Figure.Polyline.self) {
      $0
    } problem: {
      $0.points.count < 2 ? "a polyline needs two or more points, [[x, y], …]" : nil
    },
    FigureKind("path", "Any outline, from SVG path data.", { _ in PathOutline() }, pathKeys) { outline, decoder, _ in
      outline.path.map { path in
        let hasBox = outline.center != nil || outline.size != nil
        // A path's size is a single length: the longer side of its box.
        return .path(
          path,
          box: hasBox ? Figure.PathBox(center: outline.center ?? decoder.scope.center, size: outline.size?.x) : nil)
      }
    },
    FigureKind(Figure.Heart.self),
    FigureKind("morph", "A figure that turns into others.", { _ in Morph() }, morphKeys) { morph, _, _ in
      morph.shapes.map { .morph($0, at: morph.at) }
    },
  ]

  private static let cornerRadius: Key<Figure.Rectangle> = {
    let lengths = NumberSchema(.points, 0...1e6)
    return Key(
      "cornerRadius",
      .anyOf([.animatedNumber(lengths), .list(.anyOf([.animatedNumber(lengths), .animatedPoint(lengths)]))]),
      "How round its corners are; what does not fit shrinks as in CSS. A list has one for each: top left, top right, bottom right, bottom left, each a number or [horizontal, vertical]."
    ) { node, decoder, rectangle in
      rectangle.corners.radii = decoder.cornerRadii(node, lengths)
    }.defaults(to: "0")
  }()

  private static let rectangleKeys: [Key<RectangleDraft>] = {
    let figureKeys: [Key<Figure.Rectangle>] = Figure.Rectangle.parameters.map { Key($0) }
    let keys = figureKeys.inserting([cornerRadius], after: "size").map { key in
      let key = key.within(\RectangleDraft.rectangle)
      // A text gives the middle and the size in their place.
      return ["center", "size"].contains(key.name) ? key.replaced(by: "around") : key
    }
    let textKeys: [Key<RectangleDraft>] = [
      Key(
        "around", .anyOf([.text, .list(.text)]),
        "The name of a text layer of the same list, or several: it encloses their lines wherever they are, in place of center and size."
      ) { node, _, draft in draft.text = node },
      .animatedPair(
        "padding", \.padding, .points, 0...1e5,
        "How far it reaches beyond the text: to each side, and above and below; or one number for both."
      ).effective(beside: "around"),
    ]
    return keys.inserting(textKeys, after: "size")
  }()

  private static let pathKeys: [Key<PathOutline>] = [
    .optionalAnimatedPoint("center", \.center, "The middle of its box; that of the canvas if only size is given."),
    .optionalAnimatedPair("size", \.size, .points, 0...1e6, "The length of its box's longer side, one number."),
    .optional(
      "path", \.path, .text,
      "SVG path data in points of the canvas; with center or size its box is moved and scaled to these."
    ) { $0.pathData($1, needsExtent: false) }.required,
  ]

  private static let morphKeys: [Key<Morph>] = [
    .optional(
      "shapes", \.shapes, .list(.anyOf([.object(Declarations.figure), .text])),
      "The figures, each a shape without paint or SVG path data; after the last comes the first again."
    ) { $0.figures($1) }.required,
    .animatedNumber(
      "at", \.at, .none, "Which figure is shown: 0 the first, 1.5 half way from the second to the third."),
  ]

  /// The keys of all shapes.
  fileprivate static let paintKeys: [Key<VectorShape>] = [
    .choice("fillRule", \.fillRule, "What is inside where an outline crosses itself.")
      .effective(beside: "fill"),
    .paint("fill", \.fill, "What it is filled with: a colour, or a gradient over its box."),
    .animatedNumber(
      "softness", \.softness, .points, 0...1e4,
      "How far the fill's fade extends to each side of its edge, so that the fade is twice as wide in all: a shadow, a glow. 0 is sharp."
    ).effective(beside: "fill"),
    .optionalObject("stroke", \.stroke, Declarations.stroke, "A line along its outline."),
    .optionalObject("roughen", \.roughEdges, Declarations.roughEdges, "Noise that makes the outline rough."),
    .object("transform", \.transform, Declarations.transform, "How the shape is scaled, skewed, rotated and moved."),
  ]
}
