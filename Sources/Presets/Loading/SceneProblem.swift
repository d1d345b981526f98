import Model

/// An issue of a finished scene: the path to the value that is wrong, and why.
struct SceneProblem {
  let path: [ScenePathComponent]
  let message: String
}
