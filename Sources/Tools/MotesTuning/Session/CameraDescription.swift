import Model

extension TuningReply.Camera {
  /// The canvas's camera at a frame; nil if the preset states none.
  init?(of canvas: Canvas, frame number: Int) {
    guard var camera = canvas.camera else { return nil }
    (camera.shake, camera.moves) = (nil, nil)
    let seconds = canvas.time(ofFrame: number).double
    let clock = AnimationClock(seconds)
    let pose = CameraPose(camera, on: canvas, at: seconds)
    self.init(
      eye: [pose.eye.x, pose.eye.y, pose.eye.z],
      center: [camera.center.x.value(at: clock), camera.center.y.value(at: clock)],
      aim: [pose.principal.x / canvas.widthPoints, pose.principal.y / canvas.heightPoints],
      distance: camera.distance.value(at: clock), focus: camera.focusPlace(at: seconds).z,
      aperture: camera.aperture.value(at: clock))
  }
}
