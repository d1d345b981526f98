"""Prints make's rules for the modules that a program needs, compiled for ARM64 as Package.swift says: what each waits for, its sources, its flags.

    rules.py MODULE… <manifest.json           rules for these modules and all that they depend on
    rules.py --packages MODULE… <manifest.json    the Debian packages of the system libraries among them, one a line

Standard input is the output of `swift package dump-package` with MOTES_CPU=baseline. Scripts/arm64/Makefile includes the rules and has the
variables and the recipes' common parts.
"""
import json
import pathlib
import sys

arguments = sys.argv[1:]
wants_packages = arguments[:1] == ["--packages"]
roots = arguments[1:] if wants_packages else arguments
manifest = json.load(sys.stdin)
targets = {target["name"]: target for target in manifest["targets"]}


def dependencies(target):
    """The names of the targets of this package that a target names as its dependencies."""
    names = [list(dependency.values())[0][0] for dependency in target["dependencies"]]
    unknown = [name for name in names if name not in targets]
    if unknown:
        sys.exit(f"rules.py: {target['name']} needs {', '.join(unknown)} of another package, which is not compiled for ARM64.")
    return names


def closure(names):
    """The names and all that they depend on, dependencies first."""
    found = []

    def visit(name):
        if name not in found:
            for other in dependencies(targets[name]):
                visit(other)
            found.append(name)

    for name in names:
        visit(name)
    return found


def flags(target, tool):
    """What Package.swift adds for the compiler, or as libraries for the linker."""
    all_flags = []
    for setting in target["settings"]:
        if setting["tool"] != tool:
            continue
        (kind, value), = setting["kind"].items()
        if kind == "unsafeFlags":
            all_flags += value["_0"]
        elif kind == "linkedLibrary":
            all_flags.append("-l" + value["_0"])
        else:
            sys.exit(f"rules.py: {target['name']} has a setting of a kind that is not known here: {kind}.")
    return " ".join(all_flags)


def prerequisites(folder, suffixes, excluded=()):
    """The sources in a folder, and its folders, whose time changes when a source is removed."""
    inside = sorted(folder.rglob("*"))
    sources = [path for path in inside if path.suffix in suffixes and str(path.relative_to(folder)) not in excluded]
    if not sources:
        sys.exit(f"rules.py: {folder} has no source that ends with {' or '.join(suffixes)}.")
    return sources, " ".join(str(path) for path in [folder, *filter(pathlib.Path.is_dir, inside), *sources])


names = closure(roots)
if wants_packages:
    for name in names:
        for provider in targets[name].get("providers") or []:
            print("\n".join(provider.get("apt", [[]])[0]))
    sys.exit()

includes, configured, objects, libraries = [], [], [], []
for name in names:
    target = targets[name]
    folder = pathlib.Path(target["path"])
    if target["type"] == "system":
        includes.append(f"-I {folder}")
        configured += [target["pkgConfig"]] if target.get("pkgConfig") else []
        continue
    libraries.append(flags(target, "linker"))
    if any(folder.rglob("*.swift")):
        waits = " ".join(f"$(O)/{other}.o" for other in dependencies(target) if targets[other]["type"] != "system")
        sources, needed = prerequisites(folder, [".swift"])
        objects.append(f"$(O)/{name}.o")
        print(f"$(O)/{name}.o: {waits} {needed}")
        print(f"\t$(call swift_module,{name}) {flags(target, 'swift')} {' '.join(map(str, sources))}")
        continue
    # A module of C: Swift sees its headers, and each source is an object.
    sources, needed = prerequisites(folder, [".c", ".S"], target.get("exclude") or [])
    headers = " ".join(str(path) for path in sorted(folder.rglob("*.h")))
    parts = [f"$(O)/{name}/{source.name}.o" for source in sources]
    objects += parts
    includes.append(f"-I $(O)/{name}")
    for source, part in zip(sources, parts):
        print(f"{part}: {source} {headers}")
        print(f"\t$(call c_source,{name},{folder}/include) {flags(target, 'c')} {source}")
    print(f"$(O)/{name}.o: {' '.join(parts)} {needed}")
    print(f"\t$(call c_module,{name},{folder}/include)")
print("INCLUDES =", " ".join(includes))
print("CONFIGURED =", " ".join(configured))
print("OBJECTS =", " ".join(objects))
print("MODULES =", " ".join(f"$(O)/{name}.o" for name in names if targets[name]["type"] != "system"))
print("LIBRARIES =", " ".join(filter(None, libraries)))
