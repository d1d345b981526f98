/// One step of a key path, the location of a value in a preset: from an object to the value of a key, or from a list to an
/// element.
enum PathStep: Equatable {
  /// A key of an object, or the name of an element of a list of layers or cells. Written with a dot before it.
  case key(String)
  /// Index of an element, from 0. Written in brackets.
  case index(Int)
}
