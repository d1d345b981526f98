import Foundation
import JSON
import Motes

/// A template of Open Job Description (specification 2023-09) for a job: a step of parts in chunks, and a step that joins them.
struct OpenJobTemplate {
  let job: RenderJob
  let output: String
  let program: String
  let allowsReplacing: Bool

  /// Parts in a chunk of tasks, unless the farm's scheduler chooses.
  private static let partsPerChunk = 4
  /// Seconds between asking a task to end and killing it.
  private static let noticeSeconds = 10

  static let fileName = "template.yaml"

  /// The most characters of a job's name.
  private static let maximumNameLength = 128

  /// The job's name. Two opening braces in a row would begin a reference to a parameter, so each is followed by a space.
  private var name: String {
    String(("Motes " + job.plan.name).replacingOccurrences(of: "{", with: "{ ").prefix(Self.maximumNameLength))
  }

  var text: String {
    """
    specificationVersion: jobtemplate-2023-09
    extensions:
      - TASK_CHUNKING
    name: \(quoted(name))
    parameterDefinitions:
      - name: Job
        type: PATH
        objectType: DIRECTORY
        dataFlow: INOUT
        default: .
        description: The folder that `motes plan` has made, in which this template lies.
      - name: Movie
        type: STRING
        default: \(quoted(output))
        description: The movie that the join writes.
      - name: Program
        type: STRING
        default: \(quoted(program))
        description: The command, as the hosts find it.
    steps:
      - name: Parts
        parameterSpace:
          taskParameterDefinitions:
            - name: Part
              type: CHUNK[INT]
              range: "0-\(job.plan.partCount - 1)"
              chunks:
                defaultTaskCount: \(min(Self.partsPerChunk, job.plan.partCount))
                rangeConstraint: CONTIGUOUS
        script:
          actions:
            onRun:
              command: "{{Param.Program}}"
              args: ["part", "{{Param.Job}}", "--index", "{{Task.Param.Part}}", "--progress", "openjd"]
              cancelation:
                mode: NOTIFY_THEN_TERMINATE
                notifyPeriodInSeconds: \(Self.noticeSeconds)
      - name: Join
        dependencies:
          - dependsOn: Parts
        script:
          actions:
            onRun:
              command: "{{Param.Program}}"
              args: ["join", "{{Param.Job}}", "-o", "{{Param.Movie}}"\(allowsReplacing ? ", \"--force\"" : "")]
              cancelation:
                mode: NOTIFY_THEN_TERMINATE
                notifyPeriodInSeconds: \(Self.noticeSeconds)

    """
  }

  /// YAML's double-quoted text has JSON's escapes.
  private func quoted(_ text: String) -> String { JSONWriter.quoted(text) }
}
