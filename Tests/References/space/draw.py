#!/usr/bin/env python3
"""Writes a page of HTML and a preset for each scene of this folder, and draws the pages with headless Chromium.

Cards stand in space and are seen by one camera. CSS has no camera that stands somewhere: the page moves and turns the world in its place,
by translations and rotations whose angles are computed here, so that what the preset's `camera` does is tried by other means. Pages are
drawn at eight times their size, and 8 x 8 pixels averaged: nearly the true area of what edges cover.

    python3 Tests/References/space/draw.py
"""

import json
import math
import subprocess
import tempfile
from pathlib import Path

from PIL import Image

folder = Path(__file__).resolve().parent
width, height, factor = 320, 180, 8
sky = "#1b2a49"


def card(x, y, w, h, color, z=0, **turns):
    """A card of two colours, which has its middle as its anchor."""
    return {"x": x, "y": y, "w": w, "h": h, "color": color, "z": z, **turns}


# Cards are painted in this order, far ones first.
scenes = {
    "depths": (
        {"distance": 400, "center": [160, 90]},
        [card(60, 50, 90, 60, "#8ecae6", -600), card(160, 90, 120, 80, "#219ebc", -200), card(230, 60, 70, 50, "#ffb703"),
         card(90, 125, 60, 40, "#fb8500", 120), card(215, 130, 40, 30, "#d62828", 220)],
    ),
    "moved-center": (
        {"distance": 350, "center": [60, 140]},
        [card(80, 60, 120, 70, "#8ecae6", -500), card(200, 80, 90, 60, "#219ebc", -150), card(110, 100, 60, 40, "#ffb703"), card(190, 120, 50, 40, "#d62828", 100)],
    ),
    "one-vanishing-point": (
        {"distance": 300, "center": [160, 70]},
        [card(160, 90, 300, 160, "#457b9d", -240), card(20, 90, 240, 120, "#e9c46a", -120, rotationY=-90), card(300, 90, 240, 120, "#f4a261", -120, rotationY=90),
         card(160, 150, 264, 240, "#2a9d8f", -120, rotationX=-90), card(165, 95, 90, 60, "#e76f51", -60, rotationX=25, rotationY=40, rotation=15)],
    ),
    "moved-eye": (
        {"distance": 380, "center": [160, 90], "position": [40, 30, 420]},
        [card(200, 90, 260, 150, "#457b9d", -260), card(150, 160, 300, 220, "#2a9d8f", -110, rotationX=-90), card(150, 100, 100, 60, "#e9c46a", 0, rotationY=30),
         card(215, 120, 50, 40, "#e76f51", 90, rotation=20)],
    ),
    "rolled-eye": (
        {"distance": 250, "center": [180, 80], "position": [260, 170, 260], "roll": 25},
        [card(160, 90, 300, 160, "#457b9d", -200), card(120, 80, 90, 70, "#8ecae6", -40, rotationY=-35, rotationX=20), card(200, 100, 70, 50, "#ffb703", 30, rotation=-30)],
    ),
    "long-lens-behind": (
        {"distance": 900, "center": [160, 90], "position": [-160, 60, -900]},
        [card(150, 80, 220, 120, "#8ecae6", 300), card(170, 100, 120, 80, "#fb8500", 0, rotationY=20), card(140, 90, 60, 60, "#d62828", -250, rotationX=-40)],
    ),
}


def css_camera(camera):
    """The focal length, the point before the eye, and what turns the world so that the camera looks along -z."""
    focal, (cx, cy) = camera["distance"], camera["center"]
    if "position" not in camera:
        return focal, (cx, cy), ""
    x, y, z = camera["position"]
    toward = (cx - x, cy - y, -z)
    flat = math.hypot(toward[0], toward[2])
    yaw = math.degrees(math.atan2(toward[0], -toward[2]))
    pitch = -math.degrees(math.atan2(toward[1], flat))
    turns = f"rotateZ({-camera.get('roll', 0)}deg) rotateX({pitch:.9f}deg) rotateY({yaw:.9f}deg)"
    # Chromium takes perspective(focal) for an eye at z = focal, so what lies as far from the eye comes to z = 0.
    return focal, (width / 2, height / 2), f"translate3d({width / 2}px, {height / 2}px, {focal}px) {turns} translate3d({-x}px, {-y}px, {-z}px)"


def page(camera, cards):
    focal, (ox, oy), world = css_camera(camera)
    parts = []
    for c in cards:
        turn = f"rotateX({c.get('rotationX', 0)}deg) rotateY({c.get('rotationY', 0)}deg) rotateZ({c.get('rotation', 0)}deg)"
        place = f"translate3d({c['x']}px, {c['y']}px, {c['z']}px)"
        parts.append(
            f"<svg style=\"left: {-c['w'] / 2:g}px; top: {-c['h'] / 2:g}px; transform: {world} {place} {turn}\" viewBox=\"{-c['w'] / 2:g} {-c['h'] / 2:g} {c['w']} {c['h']}\" "
            f"width=\"{c['w']}\" height=\"{c['h']}\"><path d=\"{outline(c, 0, 0)}\" fill=\"{c['color']}\"/><path d=\"{squares(c, 0, 0)}\" fill=\"#ffffff\"/></svg>")
    return (
        "<!doctype html><style>body { margin: 0; background: " + sky + "; overflow: hidden }\n"
        f"#eye {{ position: absolute; width: {width}px; height: {height}px; overflow: hidden; perspective: {focal}px; perspective-origin: {ox}px {oy}px }}\n"
        "svg { position: absolute; overflow: visible }</style>\n<div id=\"eye\">\n" + "\n".join(parts) + "\n</div>\n")


def outline(c, x, y):
    w, h = c["w"] / 2, c["h"] / 2
    return f"M{x - w:g} {y - h:g}H{x + w:g}V{y + h:g}H{x - w:g}Z"


def squares(c, x, y):
    """Two of four quarters of the card's inner part."""
    w, h = c["w"] * 0.4, c["h"] * 0.4
    return f"M{x - w:g} {y - h:g}H{x:g}V{y:g}H{x - w:g}Z M{x:g} {y:g}H{x + w:g}V{y + h:g}H{x:g}Z"


def preset(name, camera, cards):
    layers = [{"gradient": {"stops": [sky, sky]}}]
    for c in cards:
        transform = {"anchor": [c["x"], c["y"]], "zPosition": c["z"]}
        transform.update({key: c[key] for key in ("rotation", "rotationX", "rotationY") if key in c})
        figures = [{"type": "path", "path": outline(c, c["x"], c["y"]), "fill": c["color"]}, {"type": "path", "path": squares(c, c["x"], c["y"]), "fill": "white"}]
        layers.append({"group": [{"shape": figure} for figure in figures], "transform": transform})
    return {"format": 1, "name": name, "canvas": {"width": width, "height": height, "frameRate": 1, "duration": 1, "blending": "srgb"}, "camera": camera, "layers": layers}


def main():
    for name, (camera, cards) in scenes.items():
        (folder / f"{name}.html").write_text(page(camera, cards))
        lines = ",\n    ".join(json.dumps(layer) for layer in preset(name, camera, cards)["layers"])
        head = json.dumps({key: value for key, value in preset(name, camera, cards).items() if key != "layers"})[:-1]
        (folder / f"{name}.json").write_text(f"{head},\n  \"layers\": [\n    {lines}\n  ] }}\n")
        with tempfile.TemporaryDirectory() as work:
            shot = Path(work) / "shot.png"
            subprocess.run(
                ["chromium", "--headless=new", "--no-sandbox", "--hide-scrollbars", "--disable-gpu", f"--force-device-scale-factor={factor}", "--force-color-profile=srgb",
                 f"--user-data-dir={work}/profile", f"--window-size={width},{height + 200}", f"--screenshot={shot}", f"file://{folder / name}.html"],
                check=True, capture_output=True)
            picture = Image.open(shot).convert("RGB").crop((0, 0, width * factor, height * factor))
        picture.resize((width, height), Image.Resampling.BOX).save(folder / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
