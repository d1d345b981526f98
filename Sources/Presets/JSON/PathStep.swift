/// One step of a path through a preset: from an object to what a key holds, or from a list to an element.
enum PathStep: Equatable {
  /// A key, or the name of a layer or cell: joined by dots.
  case key(String)
  case index(Int)
}
