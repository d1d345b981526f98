import Model

extension Declarations {
  static let water = Declaration<Water>(
    "water",
    "The surface of water: it mirrors and bends what lies below the layer in its stack. Seen from straight above, the layers below are its bottom; with a line it is seen in perspective and mirrors what stands above the line.",
    rows: { Water() },
    and: [
      .object("swell", \.swell, Declarations.swell, "Long waves."),
      .object("chop", \.chop, Declarations.chop, "Short waves of the wind."),
      .object("drops", \.drops, Declarations.waterDrops, "Drops that fall into the water and send out rings."),
      .text(
        "impacts", \.impacts,
        "The name of a layer of particles. Where particles of its own cells die or bounce on the water, they make rings as drops do, of drops' size, strength and lifetime; of very many, the 200 latest."
      ),
    ])

  static let swell = Declaration<Water.Swell>("swell", "Long waves that travel together.", rows: { Water.Swell() })
  static let chop = Declaration<Water.Chop>(
    "chop", "Short waves in all directions, most of them with the wind.", rows: { Water.Chop() })

  static let waterDrops = Declaration<Water.Drops>(
    "drops", "Drops that fall into water. Each sends out many rings: long waves run ahead of shorter ones.",
    rows: { Water.Drops() },
    and: [
      .value(
        "at", \.listed, .list(.object(Declarations.waterDrop)),
        "Drops at given times and places, besides the random ones."
      ) { decoder, node in
        decoder.list(node, of: "at") { decoder.object($0, Declarations.waterDrop) }
      }
    ])

  static let waterDrop = Declaration<Water.Drop>(
    "waterDrop", "A drop that falls into water.", rows: { Water.Drop(time: 0, at: PlanePoint(0, 0)) })
}
