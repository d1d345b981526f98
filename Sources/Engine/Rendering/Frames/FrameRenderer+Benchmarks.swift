import Model

extension FrameRenderer {
  /// Evaluates and bins particles, draws all tiles and throws the pixels away; benchmarks of drawing measure its time. The cache
  /// of static tiles is not used, but layers' filters keep their results. The canvas's filters and the conversion are left out.
  package func drawOnly(at time: Rational) {
    let seconds = plan.scene.canvas.timeInLoop(time).double
    updateParticlesAndLights(at: seconds)
    let layers = updateLayers(at: seconds)
    renderFilters()
    pool.run(tasks: grid.count) { task, worker in
      _ = painters[worker].paint(layers, cache: nil, tileIndex: task, grid: grid)
    }
  }

  /// Evaluates the particles and does nothing else.
  package func evaluateOnly(at time: Rational) {
    let seconds = plan.scene.canvas.timeInLoop(time).double
    emitterPass.evaluate(at: seconds, pool: pool)
  }

  /// Number of bytes that `evaluateOnly` writes at canvas time `time`.
  package func columnByteCount(at time: Rational) -> Int {
    let seconds = plan.scene.canvas.timeInLoop(time).double
    return emitters.reduce(0) { $0 + $1.columnByteCount(at: seconds) }
  }
}
