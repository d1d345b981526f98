// swift-tools-version: 6.1
import Foundation
import PackageDescription

// MOTES_CPU names the x86-64 level that every target is compiled for. Frames are bit-equal on all of them; only the
// speed differs. "x86-64-v3" (AVX2) is the default; "baseline" adds no flags. SwiftPM refuses unsafe flags in a
// versioned dependency, so a checkout made for another package always builds the baseline.
let cpuLevel = Context.environment["MOTES_CPU"] ?? "x86-64-v3"
let isDependency = Context.packageDirectory.contains("/checkouts/")
#if arch(x86_64)
  let raisesCPULevel = cpuLevel != "baseline" && !isDependency
#else
  let raisesCPULevel = false
#endif

// Exclusive access is proved by the compiler where it can be; the rest, checked at run time, is left out: the checks sit in
// front of rows and tiles, and all memory that threads share is divided by the code itself.
let commonSettings: [SwiftSetting] =
  isDependency
  ? []
  : [.unsafeFlags(["-enforce-exclusivity=unchecked"] + (raisesCPULevel ? ["-Xcc", "-march=\(cpuLevel)"] : []))]

/// The settings of modules with a level of optimisation: -O, -Osize or -Onone. The level goes past the driver to the compiler proper, where
/// it counts more than the level that Scripts/common.bash gives for all modules, for the sake of the packages that Motes depends on. What the
/// driver would add for an optimised module is stated here, too.
func settings(_ level: String, _ flags: [String] = []) -> [SwiftSetting] {
  if isDependency { return [] }
  let levelFlags =
    level == "-Onone"
    ? [level] : ["-no-emit-module-separately-wmo", "-Xfrontend", level, "-Xfrontend", "-enable-default-cmo"]
  return commonSettings + [.unsafeFlags(levelFlags + flags)]
}

let swiftSettings = settings("-O")
let cSettings: [CSetting] =
  isDependency
  ? []
  : [.unsafeFlags(["-ffp-contract=off"] + (raisesCPULevel ? ["-march=\(cpuLevel)"] : []))]

// MOTES_QUICK leaves all modules that no pixel passes through unoptimised: the build that only checks hashes takes less time.
let isQuick = Context.environment["MOTES_QUICK"] != nil && !isDependency
let unoptimised = settings("-Onone")
let shellSettings = isQuick ? unoptimised : swiftSettings
// These modules have no loops over pixels or particles: what they call does the work. Unoptimised, they compile in a quarter of the time. Importing
// reads the largest file that it takes, of 8 MB, in two seconds.
let frontSettings = unoptimised
// Optimised for size, modules compile in two thirds of the time, and read presets as fast as when optimised for speed (unoptimised: a preset in
// 20 ms instead of 10); Encoding waits for FFmpeg's libraries.
let smallSettings = isQuick ? unoptimised : settings("-Osize")
// Presets calls its generic functions with dozens of types. Compiled once, not once for each type, they take 36 CPU seconds instead of 63, and
// a preset is read in 6 ms more. Loops over all bytes of a file lie in JSON, which is not compiled so.
let genericSettings =
  isQuick ? unoptimised : settings("-Osize", ["-Xllvm", "-sil-disable-pass=generic-specializer"])

// On Linux, FFmpeg is loaded when it is first needed (FFmpegLoader). Elsewhere, and where its headers lie in a folder that only pkg-config
// knows (Fedora), programs are linked to it as usual.
#if os(Linux)
  let loadsFFmpegLate = !FileManager.default.fileExists(atPath: "/usr/include/ffmpeg")
#else
  let loadsFFmpegLate = false
#endif
let ffmpegLibraries = ["avfilter", "avformat", "avcodec", "avutil", "swscale"]

/// A module of the engine, the language, … at a path in `Sources` whose first folder is its floor.
func module(
  _ path: String, _ dependencies: [Target.Dependency], settings: [SwiftSetting] = swiftSettings,
  libraries: [String] = []
) -> Target {
  let folder = "Sources/\(path)"
  // SwiftPM wants to be told about files that are no sources.
  let isDocumented = FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/\(folder)/README.md")
  return .target(
    name: path.split(separator: "/").last.map(String.init) ?? path, dependencies: dependencies, path: folder,
    exclude: isDocumented ? ["README.md"] : [], swiftSettings: settings,
    linkerSettings: libraries.map { .linkedLibrary($0) })
}

func example(_ name: String) -> Target {
  .executableTarget(
    name: name, dependencies: ["Motes"], path: "Sources/Examples/\(name)", swiftSettings: shellSettings)
}

/// Tests that compute little themselves are left unoptimised: that takes less time than it costs.
func tests(_ module: String, _ dependencies: [Target.Dependency] = [], computes: Bool = true) -> Target {
  .testTarget(
    name: "\(module)Tests", dependencies: [.init(stringLiteral: module), "TestSupport"] + dependencies,
    swiftSettings: computes ? swiftSettings : unoptimised)
}

let package = Package(
  name: "Motes",
  products: [
    .library(name: "Motes", targets: ["Motes"]),
    .executable(name: "motes", targets: ["MotesCLI"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/swiftcsv/SwiftCSV", from: "0.10.0"),
  ],
  // A target names every module that it imports, also those that another brings along: else what was compiled before a change of such a
  // module is not compiled again.
  targets: [
    // System: the module maps of libraries
    .systemLibrary(
      name: "CFFmpeg", path: "Sources/System/CFFmpeg", pkgConfig: loadsFFmpegLate ? nil : "libavfilter",
      providers: [
        .apt(["libavfilter-dev", "libavformat-dev", "libavcodec-dev", "libavutil-dev", "libswscale-dev"])
      ]),
    .target(name: "FFmpegLoader", path: "Sources/System/FFmpegLoader"),
    .systemLibrary(
      name: "CCrypto", path: "Sources/System/CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(
      name: "CFontconfig", path: "Sources/System/CFontconfig", pkgConfig: "fontconfig",
      providers: [.apt(["libfontconfig-dev"])]),
    .systemLibrary(
      name: "CFreeType", path: "Sources/System/CFreeType", pkgConfig: "freetype2",
      providers: [.apt(["libfreetype-dev"])]),
    .systemLibrary(
      name: "CHarfBuzz", path: "Sources/System/CHarfBuzz", pkgConfig: "harfbuzz", providers: [.apt(["libharfbuzz-dev"])]
    ),
    .systemLibrary(
      name: "CFriBidi", path: "Sources/System/CFriBidi", pkgConfig: "fribidi", providers: [.apt(["libfribidi-dev"])]),
    .target(
      name: "CUnibreak", path: "Sources/System/CUnibreak",
      exclude: ["LICENCE", "README.md", "eastasianwidthdata.c"]),
    .systemLibrary(name: "CZlib", path: "Sources/System/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    // Engine
    .target(name: "CLanes", path: "Sources/Engine/CLanes", cSettings: cSettings),
    module("Engine/Lanes", ["CLanes"]),
    module("Engine/Colorimetry", ["Lanes"]),
    module("Engine/Model", ["Lanes", "Colorimetry"]),
    module("Engine/Simulation", ["Lanes", "Colorimetry", "Model"]),
    module("Engine/Raster", ["Lanes", "Colorimetry", "Model"]),
    module("Engine/Shading", ["Lanes", "Colorimetry", "Model", "Raster"]),
    module("Engine/Rendering", ["Lanes", "Colorimetry", "Model", "Simulation", "Raster", "Shading"]),
    module("Engine/Cost", ["Model", "Simulation", "Shading"], settings: smallSettings),
    // Language
    module("Language/JSON", ["Model"], settings: smallSettings),
    module("Language/Presets", ["Lanes", "Colorimetry", "Model", "JSON"], settings: genericSettings),
    module("Language/JavaScript", ["Lanes"], settings: smallSettings),
    module(
      "Language/Typography",
      ["Colorimetry", "Model", "CFontconfig", "CFreeType", "CFriBidi", "CHarfBuzz", "CUnibreak"],
      settings: shellSettings),
    // Media
    module(
      "Media/Encoding",
      ["Lanes", "Colorimetry", "Model", "Raster", "CFFmpeg"] + (loadsFFmpegLate ? ["FFmpegLoader"] : []),
      settings: smallSettings, libraries: loadsFFmpegLate ? [] : ffmpegLibraries),
    module("Media/Hashing", ["Model", "Raster", "CCrypto"], settings: frontSettings),
    module("Media/Listening", ["Lanes", "Model", "JSON", "Encoding", "Hashing"]),
    // Motes, the public face
    module(
      "Motes",
      [
        "Lanes", "Colorimetry", "Model", "Cost", "JSON", "Presets", "Raster", "Shading", "Rendering", "Typography",
        "Hashing", "Encoding", "Listening",
      ],
      settings: frontSettings),
    // Tools
    module(
      "Tools/Importing", ["Lanes", "Colorimetry", "Model", "JSON", "JavaScript", "Presets", "CZlib"],
      settings: frontSettings),
    module(
      "Tools/MotesBenchmarks", ["Colorimetry", "Model", "Motes", "Presets", "Raster", "Rendering"],
      settings: frontSettings),
    .target(name: "CTuningPage", path: "Sources/Tools/CTuningPage"),
    .target(name: "CTeachingPage", path: "Sources/Tools/CTeachingPage"),
    .target(
      name: "MotesTuning",
      dependencies: [
        "CTuningPage", "CCrypto", "Lanes", "Colorimetry", "Model", "Cost", "JSON", "Motes", "Presets", "Raster",
        "Hashing",
        "Encoding", "Listening",
      ],
      path: "Sources/Tools/MotesTuning", exclude: ["README.md", "Page"], swiftSettings: frontSettings),
    .executableTarget(
      name: "MotesCLI",
      dependencies: [
        "CTeachingPage", "Colorimetry", "Cost", "Encoding", "Importing", "JSON", "Listening", "Model", "Motes",
        "MotesBenchmarks", "MotesTuning", "Presets", "Raster",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "SwiftCSV", package: "SwiftCSV"),
      ],
      path: "Sources/Tools/MotesCLI", swiftSettings: frontSettings),
    // Programs that show the library; Scripts/test builds and runs them
    example("RenderPreset"),
    example("BuildScene"),
    example("FrameHashes"),
    // Tests
    .executableTarget(
      name: "GoldenVerifier", dependencies: ["Hashing", "Motes", "Presets"], path: "Tests/GoldenVerifier",
      swiftSettings: shellSettings),
    .target(name: "TestSupport", dependencies: ["Model"], path: "Tests/TestSupport", swiftSettings: swiftSettings),
    .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
    .target(
      name: "FuzzTargets",
      dependencies: [
        "Colorimetry", "Hashing", "Importing", "JSON", "Listening", "Motes", "MotesTuning", "Presets",
      ],
      path: "Tests/FuzzTargets", swiftSettings: unoptimised),
    tests("Lanes", computes: false),
    tests("Colorimetry", ["Lanes"], computes: false),
    tests("Model", ["Lanes"], computes: false),
    tests("Cost", ["Colorimetry", "Model", "Simulation"], computes: false),
    tests("JSON", computes: false),
    tests("Presets", ["Lanes", "Colorimetry", "Model", "Cost", "JSON", "Motes"], computes: false),
    tests("Simulation", ["Lanes", "Colorimetry", "Model", "Cost", "AllocationCounter"]),
    tests("Raster", ["Lanes", "Colorimetry", "Model"]),
    tests("Shading", ["Lanes", "Colorimetry", "Model", "Presets", "Raster"]),
    tests(
      "Rendering",
      [
        "Lanes", "Colorimetry", "Model", "Cost", "Simulation", "Raster", "Shading", "Hashing", "Encoding", "Motes",
        "AllocationCounter",
      ]),
    tests("Typography", ["Colorimetry", "Model"], computes: false),
    tests("Hashing", ["Model", "Raster"], computes: false),
    tests("Encoding", ["Model", "Raster", "CZlib"]),
    tests("Listening", ["Model", "Encoding"]),
    .testTarget(
      name: "ImportingTests",
      dependencies: ["Importing", "CZlib", "JSON", "JavaScript", "Presets", "Model", "Motes", "Raster", "TestSupport"],
      exclude: ["Files"], swiftSettings: unoptimised),
    tests("Motes", ["Colorimetry", "Model", "Cost", "Raster", "Hashing", "Encoding"], computes: false),
    .testTarget(
      name: "TuningTests",
      dependencies: ["Listening", "Model", "MotesTuning", "Motes", "Presets", "Raster", "TestSupport"],
      swiftSettings: unoptimised),
    .testTarget(name: "FuzzTests", dependencies: ["FuzzTargets"], swiftSettings: unoptimised),
    .testTarget(
      name: "CommandTests", dependencies: ["Motes", "TestSupport"],
      swiftSettings: unoptimised),
  ]
    // The program of Scripts/fuzz, whose main function is libFuzzer's.
    + (Context.environment["MOTES_FUZZ"] == nil
      ? []
      : [
        // gold fails on what AddressSanitizer adds.
        .executableTarget(
          name: "Fuzzer", dependencies: ["FuzzTargets"], path: "Tests/Fuzzer",
          linkerSettings: [.unsafeFlags(["-use-ld=lld"])])
      ]),
  swiftLanguageModes: [.v6]
)
