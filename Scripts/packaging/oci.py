"""Writes an image of a container as a tar archive of an OCI layout.

    oci.py FOLDER VERSION ARCHITECTURE IMAGE    FOLDER is the image's root folder.

Format: Open Container Initiative, "Image format specification", version 1.1: a layer, its configuration, a manifest and an index.
"""

import gzip
import hashlib
import io
import json
import os
import sys
import tarfile

TIME = 1767225600  # 2026-01-01: equal inputs give equal bytes.


def encoded(value):
    return json.dumps(value, separators=(",", ":")).encode()


def described(kind, content):
    digest = "sha256:" + hashlib.sha256(content).hexdigest()
    return {"mediaType": f"application/vnd.oci.image.{kind}", "digest": digest, "size": len(content)}


def layer_of(folder):
    """The folder as a tar archive, sorted by name. Devices are left out: a container has its own."""

    def member(info):
        if info.ischr() or info.isblk() or info.isfifo():
            return None
        info.mtime = TIME
        return info

    bytes_of_tar = io.BytesIO()
    with tarfile.open(fileobj=bytes_of_tar, mode="w") as archive:
        for name in sorted(os.listdir(folder)):
            archive.add(os.path.join(folder, name), arcname=name, filter=member)
    return bytes_of_tar.getvalue()


def main():
    folder, version, architecture, image = sys.argv[1:]
    tar = layer_of(folder)
    layer = gzip.compress(tar, 6, mtime=0)
    configuration = encoded(
        {
            "architecture": architecture,
            "os": "linux",
            "config": {"Entrypoint": ["/usr/bin/motes"], "WorkingDir": "/work", "Env": ["PATH=/usr/bin:/bin", "LANG=C.UTF-8"]},
            "rootfs": {"type": "layers", "diff_ids": ["sha256:" + hashlib.sha256(tar).hexdigest()]},
        }
    )
    manifest = encoded(
        {
            "schemaVersion": 2,
            "mediaType": "application/vnd.oci.image.manifest.v1+json",
            "config": described("config.v1+json", configuration),
            "layers": [described("layer.v1.tar+gzip", layer)],
        }
    )
    reference = described("manifest.v1+json", manifest)
    reference["annotations"] = {"org.opencontainers.image.ref.name": version}
    files = {"oci-layout": encoded({"imageLayoutVersion": "1.0.0"}), "index.json": encoded({"schemaVersion": 2, "manifests": [reference]})}
    for content in (layer, configuration, manifest):
        files["blobs/sha256/" + hashlib.sha256(content).hexdigest()] = content
    with tarfile.open(image, "w") as archive:
        for name in sorted(files):
            info = tarfile.TarInfo(name)
            info.size, info.mtime = len(files[name]), TIME
            archive.addfile(info, io.BytesIO(files[name]))


main()
