"""Writes inputs with which the fuzzers of Scripts/fuzz begin: pieces of presets, scenes and files of the tests.

    fuzzseeds.py REPOSITORY FOLDER
"""

import re
import shutil
import sys
from pathlib import Path

root, folder = Path(sys.argv[1]), Path(sys.argv[2])
most_files = 400


def write(target, items):
    place = folder / target
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    for number, item in enumerate(list(items)[:most_files]):
        (place / f"{number:04d}").write_bytes(item if isinstance(item, bytes) else item.encode())


texts = [path.read_text() for path in sorted([*root.glob("Presets/**/*.json"), *root.glob("Tests/Golden/**/*.json")])]
small = [text for text in texts if len(text) <= 4096]
strings = sorted({found for text in texts for found in re.findall(r'"((?:[^"\\]|\\.)*)"', text)})
write("preset", small)
write("formula", (text[1:].strip() for text in strings if text.startswith("=") and len(text) < 300))
write("path", (text for text in strings if re.match(r"^[Mm][\d\s.,-]", text) and len(text) < 500))
write("color", [text for text in strings if re.match(r"^(#|rgb|hsl|oklch|oklab|lab|lch|hwb|color)", text) and len(text) < 90] + ["rebeccapurple", "transparent"])
write("framehash", (path.read_bytes()[:4096] for path in sorted(root.glob("Tests/Golden/presets/*.framehash"))[:40]))
write("plan", [b'{"kind":"motes-plan","name":"a","frames":[0,9],"framesPerPart":5}'])
write("curves", [path.read_bytes()[:8192] for path in sorted(root.glob("Tests/Golden/**/*.curves*"))] + [b"0.5\n1.0\n1.5\n", b"0.1\t0.1\tkick\n0.6\t0.6\tsnare\n"])
write("importing", (path.read_bytes() for path in sorted(root.glob("Tests/ImportingTests/Files/**/*")) if path.is_file() and path.stat().st_size <= 8192))
write("font", (path.read_bytes() for path in sorted(root.glob("Tests/Golden/text/*.ttf"))))
pictures = [path for path in sorted([*root.glob("Tests/**/*"), *root.glob("Sources/**/*.jpg")]) if path.suffix in (".png", ".jpg", ".webp") and path.stat().st_size <= 65536]
write("picture", [path.read_bytes() for path in pictures[:40]] or [b"\x89PNG\r\n\x1a\n"])
write("clip", [b"\0\0\0\x18ftypisom", b"YUV4MPEG2 W4 H4 F25:1 Ip C420jpeg\nFRAME\n" + b"\x80" * 24, b"RIFF\x24\0\0\0AVI "])
write("page", [
    b"GET /socket?token=x HTTP/1.1\r\nHost: localhost:8000\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
    b"\x81\x85\0\0\0\0Hello", b"\x01\x80\0\0\0\0\x80\x80\0\0\0\0", b"\x88\x82\0\0\0\0\x03\xe8",
    b"\x81\xfe\0\x20\0\0\0\0" + b'{"id":1,"frame":{"number":1,"widt'[:32],
])
