#!/usr/bin/env python3
"""Draws the pictures of this folder with Skia (skia-python), and writes cases.json beside them."""

import json
from pathlib import Path

import skia

folder = Path(__file__).resolve().parent
width, height = 160, 120
stops = [(0, "#ffbe0b"), (0.35, "#ff006e"), (0.7, "#3a86ff"), (1, "#06d6a0")]
glass = [(0, "#ff0000", 1), (0.5, "#00ff00", 0.3), (1, "#0000ff", 0.8)]
modes = {"pad": skia.TileMode.kClamp, "repeat": skia.TileMode.kRepeat, "mirror": skia.TileMode.kMirror}


def circles(name, start, r0, end, r1, spread="pad", colors=stops):
    return name, colors, spread, {"type": "circles", "start center": start, "start radius": r0, "end center": end, "end radius": r1}


def sweep(name, center, start, end):
    return name, stops, "pad", {"type": "conic", "center": center, "start angle": start, "end angle": end}


def line(name, start, end, spread, colors=stops):
    return name, colors, spread, {"type": "linear", "start": start, "end": end}


scenes = [
    circles("circles-focus-inside", [60, 50], 0, [80, 60], 70),
    circles("circles-both-inside", [70, 55], 15, [80, 60], 65),
    circles("circles-shrinking", [80, 60], 70, [95, 50], 10),
    circles("circles-cone", [40, 40], 10, [110, 80], 30),
    circles("circles-cone-shrinking", [45, 60], 30, [115, 60], 8),
    circles("circles-strip", [50, 40], 22, [110, 80], 22),
    circles("circles-touching-inside", [60, 60], 20, [80, 60], 40),
    circles("circles-outside-apart", [30, 60], 0, [120, 60], 25),
    circles("circles-concentric", [80, 60], 20, [80, 60], 60),
    circles("circles-repeated", [70, 55], 5, [80, 60], 30, "repeat"),
    circles("circles-mirrored", [70, 55], 5, [80, 60], 30, "mirror"),
    circles("circles-cone-repeated", [50, 50], 8, [80, 65], 16, "repeat"),
    circles("circles-glass", [60, 50], 10, [85, 60], 60, "pad", glass),
    line("line-mirrored", [50, 30], [90, 60], "mirror"),
    line("line-repeated-glass", [50, 30], [90, 60], "repeat", glass),
    line("line-mirrored-inner-stops", [20, 20], [140, 90], "mirror", [(0.25, "#222244"), (0.5, "#ffeecc"), (0.6, "#cc3300")]),
    sweep("sweep-half", [80, 60], 90, 270),
    sweep("sweep-part", [60, 70], 20, 110),
]


def color(stop):
    value = int(stop[1][1:], 16)
    return skia.Color(value >> 16, value >> 8 & 255, value & 255, round(255 * (stop[2] if len(stop) > 2 else 1)))


def shader(colors, spread, shape):
    positions = [stop[0] for stop in colors]
    values = [color(stop) for stop in colors]
    # Skia spreads from 0 to 1; what is drawn here goes on from the first stop to the last.
    first, last = positions[0], positions[-1]
    if shape["type"] == "linear":
        (x0, y0), (x1, y1) = shape["start"], shape["end"]
        at = lambda t: (x0 + (x1 - x0) * t, y0 + (y1 - y0) * t)
        positions = [(p - first) / (last - first) for p in positions]
        return skia.GradientShader.MakeLinear([at(first), at(last)], values, positions, modes[spread], 1)
    if shape["type"] == "circles":
        return skia.GradientShader.MakeTwoPointConical(
            tuple(shape["start center"]), shape["start radius"], tuple(shape["end center"]), shape["end radius"], values, positions,
            modes[spread], 1)
    # Skia counts from the right, and fills what is left of the turn with the nearer end colour only before and behind it:
    # two sweeps of one half each stand for what is drawn here, so these cases begin and end within one of its turns.
    return None


def sweep_picture(colors, shape):
    """The turn in one piece, the rest filled half and half: four stops more in a whole turn from the right."""
    start, end = shape["start angle"], shape["end angle"]
    rest = (360 - (end - start)) / 2
    positions = [0, rest / 360] + [(rest + p * (end - start)) / 360 for p, *_ in colors] + [(360 - rest) / 360, 1]
    values = [color(colors[0])] * 2 + [color(stop) for stop in colors] + [color(colors[-1])] * 2
    matrix = skia.Matrix()
    matrix.setRotate(start - rest - 90, *shape["center"])
    return skia.GradientShader.MakeSweep(*shape["center"], values, positions, skia.TileMode.kClamp, 0, 360, 1, matrix)


cases = []
for name, colors, spread, shape in scenes:
    surface = skia.Surface(width, height)
    canvas = surface.getCanvas()
    canvas.clear(skia.Color(16, 20, 31))
    made = shader(colors, spread, shape) or sweep_picture(colors, shape)
    canvas.drawPaint(skia.Paint(Shader=made, Dither=False))
    picture = surface.makeImageSnapshot().makeRasterImage()
    rgb = picture.toarray(colorType=skia.kRGBA_8888_ColorType)[:, :, :3]
    skia.Image.fromarray(
        __import__("numpy").dstack([rgb, 255 + 0 * rgb[:, :, :1]]), colorType=skia.kRGBA_8888_ColorType
    ).save(str(folder / f"{name}.png"), skia.kPNG)
    gradient = {
        **shape, "stops": [{"position": s[0], "color": s[1], "alpha": s[2] if len(s) > 2 else 1} for s in colors],
        "interpolation space": "srgb", "spread": spread}
    cases.append({
        "name": name, "kind": "gradient", "width": width, "height": height,
        "parameters": {"background": "#10141f", "layers": [{"gradient": gradient}]},
        "tolerance": {"picture": {"mean": 1.0, "99.9th percentile": 3}}})
(folder / "cases.json").write_text("[\n" + ",\n".join("  " + json.dumps(case) for case in cases) + "\n]\n")
