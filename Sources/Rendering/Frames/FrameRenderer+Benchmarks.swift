import Model

extension FrameRenderer {
  /// Evaluates, bins and draws all tiles, and throws the pixels away: what the drawing workloads time. No cache of tiles
  /// is used; what layers' filters keep is. The canvas's filters and the conversion are left out.
  package func drawOnly(at time: Rational) {
    let seconds = plan.scene.canvas.timeInLoop(time).double
    emitterPass.prepare(at: seconds, pool: pool)
    let layers = shownLayers(at: seconds)
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

  /// Bytes that `evaluateOnly` fills.
  package func columnByteCount(at time: Rational) -> Int {
    let seconds = plan.scene.canvas.timeInLoop(time).double
    return emitters.reduce(0) { $0 + $1.columnByteCount(at: seconds) }
  }
}
