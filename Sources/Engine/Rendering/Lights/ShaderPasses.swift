import Shading

/// What a shader computes for the whole frame, before tiles are shaded.
final class ShaderPasses: LayerPasses, @unchecked Sendable {
  private let shader: any PassedShader

  init(_ shader: any PassedShader) { self.shader = shader }

  func render(painters: [TilePainter], pool: WorkerPool, stageTimes: StageTimes?) {
    let count = shader.taskCount
    if count == 0 { return }
    pool.run(tasks: count, Pass(shader: shader, stageTimes: stageTimes))
    shader.endPasses()
  }

  private struct Pass: PoolWork {
    let shader: any PassedShader
    let stageTimes: StageTimes?

    func perform(task: Int, worker: Int) {
      let timer = stageTimes?.timers[worker]
      timer?.start()
      shader.perform(task: task)
      timer?.end(.filter)
    }
  }
}
