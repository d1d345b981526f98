import ArgumentParser
import Glibc
import Motes
import MotesTuning

struct FarmCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "farm",
    abstract:
      "Write the files with which a scheduler runs a job: scripts for Slurm, a template for Open Job Description.",
    discussion: """
      This command schedules nothing itself. With any other scheduler, start `motes part JOB` as an array of tasks: each task \
      reads its own number (motes help part).
      """)

  enum Engine: String, ExpressibleByArgument, CaseIterable {
    case slurm, openjd
  }

  @Argument(help: "slurm, or openjd (Deadline Cloud and others).")
  var engine: Engine

  @Argument(help: "The job's folder, which all hosts see by this path.")
  var job: String

  @Option(name: .shortAndLong, help: "The movie (default: beside the job's folder, by the preset's name).")
  var output: String?

  @Option(help: "The motes command, as the hosts find it (default: this one's path).")
  var program: String?

  @Flag(help: "Submit it at once (slurm).")
  var submit = false

  @Flag(help: "Let the join replace an existing movie.")
  var force = false

  func validate() throws {
    if submit, engine != .slurm {
      throw ValidationError(
        "--submit is for slurm; for openjd, submit the folder with: deadline bundle submit \(job).")
    }
  }

  func run() throws {
    let job = try RenderJob(opening: job)
    guard let folder = resolvedPath(job.folder.path) else { throw UsageError("\(self.job): there is no such folder.") }
    let output = try absoluteOutput(of: job, jobFolder: folder)
    let program = program ?? resolvedPath("/proc/self/exe") ?? "motes"
    switch engine {
    case .slurm:
      let missing = try job.missingParts()
      let scripts = SlurmScripts(
        job: job, folder: folder, output: output, program: program, missing: missing, allowsReplacing: force)
      for file in scripts.files {
        try writeText(file.text, to: folder + "/" + file.name, allowsReplacing: true)
        chmod(folder + "/" + file.name, 0o755)
      }
      if submit { return try runSubmission(folder, missing: missing) }
      Terminal.printError("Submit it with: \(ShellText.quoted(folder + "/" + SlurmScripts.submitFile))")
    case .openjd:
      let template = OpenJobTemplate(job: job, output: output, program: program, allowsReplacing: force)
      let path = folder + "/" + OpenJobTemplate.fileName
      try writeText(template.text, to: path, allowsReplacing: true)
      Terminal.printError(
        "Try it here with:  openjd run \(ShellText.quoted(path)) --extensions TASK_CHUNKING\n"
          + "Submit it with:    deadline bundle submit \(ShellText.quoted(folder))")
    }
  }

  /// The movie's absolute path: that of `--output`, or one beside the job's folder.
  private func absoluteOutput(of job: RenderJob, jobFolder: String) throws -> String {
    let usualName = "\(job.plan.name).\(job.plan.movie.codec.fileExtensions[0])"
    guard let output else { return FilePath.beside(jobFolder, usualName) }
    if output.hasSuffix("/") {
      throw UsageError("-o \(output): this is a folder; expected the movie's file, such as \(output)\(usualName).")
    }
    let parent = output.contains("/") ? String(output[..<output.lastIndex(of: "/")!]) : "."
    guard let resolved = resolvedPath(parent.isEmpty ? "/" : parent) else {
      throw UsageError("-o \(output): the folder \(parent) does not exist.")
    }
    return resolved + "/" + (output.split(separator: "/").last.map(String.init) ?? "")
  }

  /// Runs the submission and prints what Slurm answers.
  private func runSubmission(_ folder: String, missing: [Int]) throws {
    if missing.isEmpty {
      throw UsageError("--submit: all parts are finished. Join them with: motes join \(ShellText.quoted(folder)).")
    }
    let script = folder + "/" + SlurmScripts.submitFile
    var process: pid_t = 0
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/sh"), strdup(script), nil]
    defer { for argument in arguments { free(argument) } }
    let result = posix_spawn(&process, "/bin/sh", nil, nil, &arguments, environ)
    guard result == 0 else {
      throw UsageError("--submit: /bin/sh cannot be started: \(String(cString: strerror(result))).")
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else {
      throw UsageError(
        "--submit: \(script) failed. Is Slurm's sbatch on this machine (Debian's package slurm-client)?")
    }
    Terminal.printError(
      "Submitted: the numbers of the parts' array and of the join. See the progress with: motes status \(ShellText.quoted(folder)) --watch"
    )
  }
}
