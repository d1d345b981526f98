import Model

extension Declarations {
  static let reflection = Declaration<Reflection>(
    "reflection",
    "A floor below a layer or group that mirrors it: polished, rough, or water. Where the layer itself reaches over the floor, it covers its reflection.",
    rows: { Reflection() })
}
