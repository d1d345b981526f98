import Motes
import MotesTuning

/// Scripts with which Slurm draws a job: an array that draws the parts, the join after it, and the submission of both.
struct SlurmScripts {
  /// How many more times one task tries a part after failures that the program itself notices, such as a full disk or a lost
  /// folder.
  private static let retries = 2

  let job: RenderJob
  /// Absolute path of the job's folder.
  let folder: String
  /// Absolute path of the movie.
  let output: String
  /// The command as the hosts find it.
  let program: String
  /// Numbers of the parts that are not whole (`RenderJob.missingParts`); other machines may be drawing some of them.
  let missing: [Int]
  let allowsReplacing: Bool

  private var partsPerTask: Int { job.plan.partsPerArrayTask }

  /// The numbers of the tasks that still have parts to draw, in the syntax of `--array`. If none has, this is task 0, which ends at
  /// once, because `--array` may not be empty.
  private var array: String {
    missing.isEmpty ? "0" : PartList.text(Array(Set(missing.map { $0 / partsPerTask })).sorted())
  }

  /// The scripts' names in the job's folder, and their texts.
  var files: [(name: String, text: String)] {
    [("slurm-parts.sh", partsScript), ("slurm-join.sh", joinScript), (Self.submitFile, submitScript)]
  }

  /// The name of the script that submits the two others.
  static let submitFile = "slurm-submit.sh"

  private var partsScript: String {
    """
    #!/bin/sh
    #SBATCH --job-name=\(jobName)
    #SBATCH --array=\(array)
    #SBATCH --requeue
    #SBATCH --open-mode=append
    #SBATCH --output=\(folder)/logs/%5a.log
    # A host that is lost gives its parts back to the queue; parts that are whole are left as they are. Exit status 2 is a mistake
    # that no second try mends, so only other failures are tried again, by the command itself.
    exec \(ShellText.quoted(program)) part \(ShellText.quoted(folder)) --per-task \(partsPerTask) --retries \(Self.retries)

    """
  }

  private var joinScript: String {
    """
    #!/bin/sh
    #SBATCH --job-name=\(jobName)-join
    #SBATCH --requeue
    #SBATCH --open-mode=append
    #SBATCH --output=\(folder)/logs/join.log
    exec \(ShellText.quoted(program)) join \(ShellText.quoted(folder)) -o \(ShellText.quoted(output))\(allowsReplacing ? " --force" : "")

    """
  }

  private var submitScript: String {
    """
    #!/bin/sh
    # Submits the parts, and the join for when all of them have succeeded. Prints both numbers; scancel takes them.
    set -e
    parts=$(sbatch --parsable \(ShellText.quoted(folder + "/slurm-parts.sh")))
    parts=${parts%%;*}
    join=$(sbatch --parsable --dependency="afterok:$parts" --kill-on-invalid-dep=yes \(ShellText.quoted(folder + "/slurm-join.sh")))
    echo "$parts ${join%%;*}"

    """
  }

  /// A name that needs no quotes in an #SBATCH line.
  private var jobName: String {
    "motes-" + job.plan.name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") ? String($0) : "-" }.joined()
  }
}
