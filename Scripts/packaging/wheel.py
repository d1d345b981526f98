"""Writes a wheel that puts the command and its presets into a Python environment. It holds no Python.

    wheel.py FOLDER VERSION OUTPUT    FOLDER is like /usr; the path of the wheel is printed.

Format: "Binary distribution format", packaging.python.org, version 1.0. Equal inputs give equal bytes.
"""

import base64
import hashlib
import pathlib
import platform
import sys
import zipfile

METADATA = """Metadata-Version: 2.1
Name: motes
Version: {version}
Summary: Particle and procedural effects to video
License: MIT
Requires-Python: >=3.7
"""


def main():
    folder, version, output = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
    tag = f"py3-none-linux_{platform.machine()}"
    data, info = f"motes-{version}.data", f"motes-{version}.dist-info"
    members = [(f"{data}/scripts/motes", (folder / "bin/motes").read_bytes(), 0o755)]
    for path in sorted((folder / "share").rglob("*")):
        if path.is_file():
            members.append((f"{data}/data/share/{path.relative_to(folder / 'share')}", path.read_bytes(), 0o644))
    members.append((f"{info}/METADATA", METADATA.format(version=version).encode(), 0o644))
    wheel = f"Wheel-Version: 1.0\nGenerator: motes\nRoot-Is-Purelib: false\nTag: {tag}\n"
    members.append((f"{info}/WHEEL", wheel.encode(), 0o644))
    record = ""
    for name, content, _ in members:
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(content)}\n"
    members.append((f"{info}/RECORD", f"{record}{info}/RECORD,,\n".encode(), 0o644))

    wheel_path = output / f"motes-{version}-{tag}.whl"
    with zipfile.ZipFile(wheel_path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content, mode in members:
            entry = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
            entry.external_attr = (0o100000 | mode) << 16
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED, 9)
    print(wheel_path)


main()
