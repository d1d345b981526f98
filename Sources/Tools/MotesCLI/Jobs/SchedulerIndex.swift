import Glibc
import Motes

/// The number of the array task as which a scheduler has started this process.
struct SchedulerIndex {
  /// The scheduler, for messages.
  let scheduler: String
  /// The environment variable with the number.
  let variable: String
  /// Number of the task, from 0.
  let task: Int

  /// Environment variables that schedulers set for each task of an array, and the first task's number. Without an array, some
  /// schedulers set the variable to a word or to 0.
  private static let variables: [(scheduler: String, variable: String, first: Int)] = [
    ("Slurm", "SLURM_ARRAY_TASK_ID", 0), ("PBS", "PBS_ARRAY_INDEX", 0), ("Torque", "PBS_ARRAYID", 0),
    ("Grid Engine", "SGE_TASK_ID", 1), ("LSF", "LSB_JOBINDEX", 1), ("AWS Batch", "AWS_BATCH_JOB_ARRAY_INDEX", 0),
    ("Kubernetes", "JOB_COMPLETION_INDEX", 0), ("OpenCue", "CUE_IFRAME", 0), ("Cloud Run", "CLOUD_RUN_TASK_INDEX", 0),
  ]

  /// The schedulers and their variables, for help texts.
  static var names: String { variables.map { "\($0.scheduler) (\($0.variable))" }.joined(separator: ", ") }

  /// Reads the environment; nil if no scheduler has set a number.
  static func current() -> SchedulerIndex? {
    for (scheduler, variable, first) in variables {
      guard let value = getenv(variable), let number = Int(String(cString: value)), number >= first else { continue }
      return SchedulerIndex(scheduler: scheduler, variable: variable, task: number - first)
    }
    return nil
  }
}
