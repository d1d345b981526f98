import Simulation

/// One pass of the pool over the groups of chunks of all emitters.
///
/// Most emitters have a single chunk: a pass for each emitter would leave all threads but one without work. Every group
/// fills bins of its own, so the order in which groups are done does not matter. The list of tasks is
/// rebuilt for each frame, in the same memory.
final class EmitterPass: @unchecked Sendable {
  /// One task of the pass: a group of an emitter.
  private struct GroupTask {
    let emitter: EmitterFrame
    let group: Int
  }

  private let emitters: [EmitterFrame]
  /// Memory for evaluation, one for each worker.
  private let scratch: [EvaluationScratch]
  private var tasks: [GroupTask] = []

  init(emitters: [EmitterFrame], workerCount: Int) {
    self.emitters = emitters
    scratch = (0..<workerCount).map { _ in EvaluationScratch() }
  }

  /// Evaluates and bins all particles of the layers that are shown at canvas time `time`.
  ///
  /// - Parameter litByLayers: whether to do those that wait for the light of other layers, or all others.
  func evaluateAndBin(at time: Double, litByLayers: Bool, pool: WorkerPool, stageTimes: StageTimes? = nil) {
    beginFrame(at: time) { $0.isLitByLayers == litByLayers }
    if tasks.isEmpty, !emitters.contains(where: { $0.isLitByLayers == litByLayers }) { return }
    pool.run(tasks: tasks.count, EvaluateAndBin(tasks: tasks, scratch: scratch, stageTimes: stageTimes))
    for emitter in emitters where emitter.isLitByLayers == litByLayers { emitter.end() }
  }

  /// The pass: evaluates and bins each group.
  private struct EvaluateAndBin: PoolWork {
    let tasks: [GroupTask]
    let scratch: [EvaluationScratch]
    let stageTimes: StageTimes?

    func perform(task: Int, worker: Int) {
      let (emitter, group) = (tasks[task].emitter, tasks[task].group)
      let timer = stageTimes?.timers[worker]
      timer?.start()
      emitter.evaluate(group: group, worker: worker, scratch: scratch[worker])
      timer?.end(.evaluate)
      emitter.bin(group: group, worker: worker)
      guard let timer else { return }
      timer.end(.bin)
      emitter.countCovered(worker: worker, timer: timer)
    }
  }

  /// Evaluates all particles without binning them; for the benchmark `births`.
  func evaluate(at time: Double, pool: WorkerPool) {
    beginFrame(at: time)
    pool.run(tasks: tasks.count) { task, worker in
      tasks[task].emitter.evaluate(group: tasks[task].group, worker: worker, scratch: scratch[worker])
    }
  }

  /// Begins the frame of emitters and lists their groups as tasks.
  private func beginFrame(at time: Double, where isDone: (EmitterFrame) -> Bool = { _ in true }) {
    tasks.removeAll(keepingCapacity: true)
    for emitter in emitters where isDone(emitter) {
      emitter.begin(at: time)
      for group in 0..<emitter.groupCount { tasks.append(GroupTask(emitter: emitter, group: group)) }
    }
  }
}
