import ArgumentParser
import Motes
import MotesTuning

struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "Prepare a movie that many machines draw: a folder with all they need.",
    discussion: """
      The folder gets the preset with everything that was set, the files that it needs and a list of parts. `motes part` draws one of \
      them, on any machine that sees the folder; `motes join` makes the movie. The options are those of `motes render`, except that -o \
      names the folder.
      """)

  @OptionGroup var render: RenderCommand

  /// The number of parts, unless the arguments say otherwise.
  private static let defaultPartCount = 16

  func run() throws {
    guard let output = render.output, output != "-" else {
      throw UsageError("plan: name the job's folder with -o, such as -o \(render.source.fileStem)-job.")
    }
    guard (try? Codec(forFile: output)) == nil, !output.contains("%") else {
      throw UsageError(
        "-o \(output): this is the job's folder. The movie is named when it is joined; choose its format with --codec (\(CodecHelp.codecs))."
      )
    }
    try render.refuseOptionsWithoutMeaningForParts("motes plan")
    try refuseOptionsWithoutMeaningForPlans()
    // `-o` is the job's folder, which must not be taken for a movie's path.
    var movieCommand = render
    movieCommand.output = nil
    let codec = try movieCommand.chosenCodec()
    let format = try movieCommand.chosenFormat(codec)
    try movieCommand.checkEncodingOptions(codec, format)
    let preset = try movieCommand.loadPreset(for: codec)
    try checkSidesAreEven(of: preset.scene.canvas, for: format)
    let frames = try preset.framesOfMovie(movieCommand.framesText)
    let (job, existed) = try movieCommand.makeJob(
      at: output, preset: preset, frames: frames, codec: codec, format: format, defaultPartCount: Self.defaultPartCount)
    report(job, existed: existed)
  }

  private func refuseOptionsWithoutMeaningForPlans() throws {
    let given = [
      ("loops", render.repeatCount != nil, "`motes join --loops` repeats the movie"),
      ("force", render.force, "remove a job's folder with another plan yourself"),
      ("restart", render.restart, "remove a part's file to draw it again"),
      ("threads", render.threading.threads != nil, "give it to `motes part` on each machine"),
    ]
    for (name, isGiven, reason) in given where isGiven {
      throw UsageError("--\(name): not with motes plan: \(reason).")
    }
  }

  private func report(_ job: RenderJob, existed: Bool) {
    let plan = job.plan
    if render.json {
      return Terminal.printJSON(
        PlanEvent(
          folder: job.folder.path, parts: plan.partCount, framesPerPart: plan.framesPerPart,
          frames: plan.frames.count, fingerprint: job.fingerprint))
    }
    guard !render.quiet else { return }
    let folder = ShellText.quoted(job.folder.path)
    let indexArguments = plan.partCount == 1 ? "--index 0" : "--index 0 … --index \(plan.partCount - 1)"
    var text =
      "\(job.folder.path): \(plan.frames.count) frames of \(plan.movie.width)x\(plan.movie.height) in \(plan.partCount) "
      + "\(plan.partCount == 1 ? "part" : "parts") of \(plan.framesPerPart), \(plan.movie.codec.title)"
      + (existed ? ", planned before\n" : "\n")
    if !plan.movie.codec.joinsPackets {
      text += "\(plan.movie.codec.title) cannot be joined: parts are FFV1, and the join encodes them.\n"
    }
    text += """
      Draw the parts:  motes part \(folder) \(indexArguments)
      Join them:       motes join \(folder) -o \(plan.name).\(plan.movie.codec.fileExtensions[0])
      Or let a farm:   motes farm slurm \(folder) --submit
      """
    Terminal.printError(text)
  }
}
