"""From drawn sheets to a photo, by group."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np

from benchmarks.stranger.camera import Shot
from benchmarks.stranger.light import lighting, shadow
from benchmarks.stranger.sensor import develop, recompress, save
from benchmarks.stranger.surface import Surface, crease
from benchmarks.stranger.tables import table
from benchmarks.stranger.things import cover_things, scatter
from benchmarks.stranger.visible import ToPhoto, hidden_in


def flatbed(rng: np.random.RandomState, drawn: list[dict[str, Any]], path: Path) -> dict[str, Any]:
    """Scan the sheet."""
    z = drawn[0]
    dpi = int(rng.choice([150, 200, 200, 300]))
    img = z["image"]
    layout = z["layout"]
    w, h = layout["page"]
    s = dpi / 25.4
    bg = int(rng.choice([255, 252, 235, 60]))
    m = rng.uniform(0, 4)
    W, H = int((w + 2 * m) * s), int((h + 2 * m) * s)
    a = np.deg2rad(rng.normal(0, 0.6))
    sk = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]]) * dpi / 300
    c = np.array([img.shape[1] / 2, img.shape[0] / 2])
    M = np.hstack([sk, (np.array([W / 2, H / 2]) - sk @ c + rng.normal(0, 0.7, 2) * s)[:, None]])
    src = cv2.GaussianBlur(img, (0, 0), 0.35 * 300 / dpi)
    out = cv2.warpAffine(src, M, (W, H), flags=cv2.INTER_LINEAR, borderValue=(bg, bg, bg))
    out = cv2.addWeighted(out, rng.uniform(0.88, 1), out, 0, rng.uniform(2, 18))
    if rng.rand() < 0.4:
        i = int(rng.randint(W))
        out[:, i : i + 1] = np.clip(out[:, i : i + 1].astype(int) + rng.randint(-25, 10), 0, 255)
    out = develop(
        out,
        rng,
        gain=rng.uniform(0.97, 1.06),
        wb=0.15,
        noise=rng.uniform(0.5, 2),
        sharpen=rng.choice([0, 0.5]),
        blur=rng.uniform(0, 0.6),
    )
    k = int(rng.choice([0, 0, 0, 0, 1, 2, 3]))
    out = np.rot90(out, k)
    q = rng.randint(70, 95)
    save(np.ascontiguousarray(out), path, q)
    z["scale"] = s
    return dict(kind="flatbed", dpi=dpi, turned=k * 90, quality=int(q))


def photograph(
    group: str, rng: np.random.RandomState, drawn: list[dict[str, Any]], path: Path
) -> dict[str, Any]:
    """Photograph the sheets as the group has it; give the conditions."""
    if group == "plain-flatbed" or (group == "score-sheets" and rng.rand() < 0.15):
        return flatbed(rng, drawn, path)
    n = len(drawn)
    hard = {
        "hard-camera": 1.0,
        "folds-waves": 0.6,
        "small-and-messenger": 0.5,
        "covered-and-glare": 0.4,
        "cut-and-overlapping": 0.4,
        "children": 0.4,
        "score-sheets": 0.5,
        "scanner-apps-and-copies": 0.3,
    }.get(group, 0.25 if group != "plain-good" else 0.12)
    mp = (
        rng.uniform(8, 12)
        if group == "plain-good"
        else rng.choice([3, 5, 8, 12])
        if hard > 0.8
        else rng.uniform(1.9, 3.2)
        if group == "small-and-messenger"
        else rng.choice([5, 8, 12])
    )
    if n > 2:
        mp = 12
    layout = drawn[0]["layout"]
    land = layout["page"][0] > layout["page"][1]
    spin = float(rng.choice([0, 0, 0, 0, 90, 180, 270])) + rng.normal(0, 2 + 5 * hard)
    framel = land != (abs((spin + 45) % 180 // 90) == 1)
    work = max(mp, 6) if n < 3 else 12
    asp = rng.choice([4 / 3, 4 / 3, 16 / 9]) if hard > 0.3 else 4 / 3
    a = np.sqrt(work * 1e6 * asp)
    W, H = (int(a) // 4 * 4, int(a / asp) // 4 * 4)
    if not framel and not (n > 1):
        W, H = H, W
    if rng.rand() < 0.08 and n == 1:
        W, H = H, W
    top = rng.choice(["wood", "plank", "cloth", "check", "stone", "felt", "white", "black"])
    out = table(W, H, rng, top)
    tilt, yaw = (rng.normal(0, 1) * (3 + 13 * hard), rng.normal(0, 1) * (2 + 10 * hard))
    tilt, yaw = np.clip([tilt, yaw], -33, 33)
    dk = (
        rng.choice([0, -0.02, -0.045, 0.02])
        if group != "hard-camera"
        else rng.choice([0, -0.03, -0.09, -0.14, 0.03])
    )
    # division model: rd from ru, k<0 is a barrel
    shot = Shot(W, H, rng, tilt, yaw, float(dk), focal=rng.uniform(0.8, 1.3) if dk > -0.08 else 0.6)
    fill = rng.uniform(0.86, 0.97) if hard < 0.9 else rng.uniform(0.75, 0.96)
    off = (0, 0)
    if group == "cut-and-overlapping" and (n == 1):
        fill = rng.uniform(1.02, 1.3)
        off = tuple(rng.uniform(-0.12, 0.12, 2))
    page = layout["page"]
    places = [(0, 0, 0)]
    if n == 2:
        ov = rng.rand() < 0.6
        dx = page[0] * (rng.uniform(0.5, 0.95) if ov else 1.06)
        dy = page[1] * rng.uniform(-0.35, 0.35)
        places = [(-dx / 2, -dy / 2, rng.normal(0, 0.07)), (dx / 2, dy / 2, rng.normal(0, 0.07))]
        if not land or rng.rand() < 0.5:
            dx, dy = (
                page[0] * rng.uniform(-0.3, 0.3),
                page[1] * (rng.uniform(0.5, 0.95) if ov else 1.07),
            )
            places = [
                (-dx / 2, -dy / 2, rng.normal(0, 0.07)),
                (dx / 2, dy / 2, rng.normal(0, 0.07)),
            ]
    elif n > 2:
        places = [
            (
                (i % 2 - 0.5) * (max(page) + 8) + rng.normal(0, 3),
                (i // 2 - 0.5) * (max(page) + 4 if not land else page[1] + 8) + rng.normal(0, 3),
                rng.normal(0, 0.04),
            )
            for i in range(n)
        ]
        if any(z["layout"]["page"] != page for z in drawn):
            places = [
                ((i % 2 - 0.5) * 305 + rng.normal(0, 3), (i // 2 - 0.5) * 305, rng.normal(0, 0.04))
                for i in range(n)
            ]
    ex = [p[0] for p in places]
    ey = [p[1] for p in places]
    fw, fh = page[0] + np.ptp(ex), page[1] + np.ptp(ey)
    if n > 1:
        fw, fh = (
            max(z["layout"]["page"][0] for z in drawn) + np.ptp(ex) + 10,
            max(z["layout"]["page"][1] for z in drawn) + np.ptp(ey) + 10,
        )
        spin = float(rng.choice([0, 0, 180])) + rng.normal(0, 2)
    shot.aim(fill, fw, fh, spin, off)
    mmpx = np.hypot(
        *(
            shot.px(np.array([0.0]), np.array([0.0]), np.array([0.0]))
            - shot.px(np.array([1.0]), np.array([0.0]), np.array([0.0]))
        )[0]
    )
    if rng.rand() < (0.2 + 0.5 * hard):
        scatter(out, rng, mmpx, rng.randint(1, 5))
    kinds = {
        "folds-waves": ["fold", "fold", "fold4", "fold3", "curl", "wave", "corner"],
        "plain-good": ["flat", "slight"],
    }.get(
        group,
        ["flat", "slight", "slight"]
        + (["fold", "curl", "corner"] if hard >= 0.5 and group != "small-and-messenger" else []),
    )
    cond = dict(
        kind="photo",
        megapixels=round(mp, 1),
        table=str(top),
        tilt=round(float(tilt), 1),
        yaw=round(float(yaw), 1),
        spin=round(float(spin), 1),
        lens=float(dk),
        fill=round(float(fill), 2),
        surfaces=[],
    )
    light = np.array([rng.normal(0, 0.5), rng.normal(0, 0.5), 0.9])
    hides = []
    tos = []
    for z, pl in zip(drawn, places, strict=True):
        sk = str(rng.choice(kinds))
        S = Surface(z["layout"]["page"][0], z["layout"]["page"][1], sk, rng)
        crease(z["image"], S, rng)
        cond["surfaces"].append(sk)
        al, to = shot.lay(out, z["image"], S, pl, light, paper=rng.uniform(0.9, 1), sh=1.0)
        small = (
            cv2.resize(al, (W // 4, H // 4), interpolation=cv2.INTER_AREA)
            if al is not None
            else np.zeros((H // 4, W // 4), np.uint8)
        )
        for hmask in hides:
            np.maximum(hmask, small, out=hmask)
        hides.append(np.zeros((H // 4, W // 4), np.uint8))
        tos.append(to)
        z["scale"] = float(
            np.hypot(
                *(
                    to(np.array([101.0]), np.array([100.0]))
                    - to(np.array([100.0]), np.array([100.0]))
                )[0]
            )
        )
    if group == "covered-and-glare":
        what = rng.rand()
        if what < 0.65:
            k, M = cover_things(out, tos[0], layout, rng, mmpx)
            cond["covered_by"] = str(k)
            np.maximum(hides[0], cv2.resize(M, (W // 4, H // 4)), out=hides[0])
    lit = lighting(W, H, rng, hard)
    if rng.rand() < (0.06 if group == "plain-good" else 0.25 + 0.5 * hard):
        lit *= shadow(W, H, rng, dark=rng.uniform(0.2, 0.35 + 0.15 * hard))
        cond["shadow"] = True
    out = cv2.multiply(out, cv2.merge([lit] * 3), dtype=cv2.CV_8U)
    if group == "covered-and-glare" and ("covered_by" not in cond or rng.rand() < 0.3):
        hh, ww = H // 8, W // 8
        yy, xx = np.mgrid[:hh, :ww]
        glare = np.zeros((hh, ww), np.float32)
        for _ in range(rng.randint(1, 3)):
            x, y = (
                tos[0](
                    np.array([rng.uniform(0.15, 0.85) * layout["page"][0]]),
                    np.array([rng.uniform(0.2, 0.85) * layout["page"][1]]),
                )[0]
                / 8
            )
            s1, s2 = rng.uniform(12, 40) * mmpx / 8, rng.uniform(6, 18) * mmpx / 8
            t = rng.uniform(0, 3.1)
            u, v = (
                (xx - x) * np.cos(t) + (yy - y) * np.sin(t),
                -(xx - x) * np.sin(t) + (yy - y) * np.cos(t),
            )
            glare += rng.uniform(1.1, 1.9) * np.exp(
                -(((u / s1) ** 2 + (v / s2) ** 2) ** rng.choice([1.0, 1.6]))
            )
        glare = cv2.resize(glare, (W, H)) * (
            1
            - (
                cv2.GaussianBlur(M, (0, 0), 2).astype(np.float32) / 255
                if "covered_by" in cond
                else 0
            )
        )
        Gm = cv2.merge([glare * 215] * 3)
        out = np.clip(out + Gm, 0, 255).astype(np.uint8)
        cond["glare"] = True
        np.maximum(
            hides[0],
            cv2.resize(((glare > 0.88) * 255).astype(np.uint8), (W // 4, H // 4)),
            out=hides[0],
        )
    for z, to, h in zip(drawn, tos, hides, strict=True):
        c, m = hidden_in(z["layout"], to, W, H, h, z["board"])
        z["covered"] += c
        z["ambiguous"] += m
    sc = max(np.sqrt(mp * 1e6 / (W * H)), min(1, 3.3 / min(z["scale"] for z in drawn)))
    px = min(z["scale"] for z in drawn) * min(1, sc)
    if sc < 0.98:
        out = cv2.resize(out, None, fx=sc, fy=sc, interpolation=cv2.INTER_AREA)
    for z in drawn:
        z["scale"] *= min(1, sc)
    b = rng.uniform(0.2, 0.9) if hard < 0.3 else rng.uniform(0.3, 1.1 + 0.9 * hard) * min(1, px / 6)
    motion = rng.uniform(1, 6) * min(1, px / 8) if rng.rand() < 0.45 * hard else 0
    cond["blur"] = round(float(b), 2)
    cond["motion"] = round(float(motion), 1)
    noise = rng.uniform(1, 3.5) + rng.uniform(0, 7) * hard
    out = develop(
        out,
        rng,
        gain=rng.uniform(0.88, 1.08) - 0.18 * hard * rng.rand(),
        wb=0.3 + 0.8 * hard * rng.rand(),
        noise=noise,
        blur=b,
        motion=motion,
        gamma=rng.uniform(0.88, 1.12),
        sharpen=rng.choice([0, 0.4, 0.8]),
        sat=rng.uniform(0.85, 1.15),
    )
    if group == "scanner-apps-and-copies":
        out, cond["app"] = app(out, drawn, tos, W, H, sc, rng)
    q = int(
        rng.randint(82, 96)
        if group == "plain-good"
        else rng.randint(40, 93)
        if hard > 0.8
        else rng.randint(60, 94)
    )
    if group == "small-and-messenger":
        k = int(rng.randint(2)) + 1
        side = int(rng.choice([1280, 1600, 1600, 2048]))
        s = min(1, side / max(out.shape[:2]))
        out = cv2.resize(out, None, fx=s, fy=s, interpolation=cv2.INTER_AREA)
        for z in drawn:
            z["scale"] *= s
        for _ in range(k):
            out = recompress(out, rng.randint(55, 80))
        q = int(rng.randint(60, 80))
        cond["sent"] = k
        cond["side"] = side
    e = (
        int(rng.choice([0, 0, 0, 6, 8, 3]))
        if group in ("hard-camera", "plain-good", "children")
        else 0
    )
    cond["exif"] = e
    cond["megapixels"] = round(out.shape[0] * out.shape[1] / 1e6, 1)
    cond["quality"] = q
    save(out, path, q, e)
    return cond


def app(
    out: np.ndarray,
    drawn: list[dict[str, Any]],
    tos: list[ToPhoto],
    W: int,
    H: int,
    sc: float,
    rng: np.random.RandomState,
) -> tuple[np.ndarray, str]:
    """Cut out, straighten and filter as scanner apps do, or photocopy."""
    layout = drawn[0]["layout"]
    w, h = layout["page"]
    k = str(rng.choice(["bw", "bw", "magic", "grey", "copy", "grey-cast"]))
    c = tos[0](np.array([0, w, w, 0.0]), np.array([0, 0, h, float(h)])) * sc
    s = rng.uniform(5.5, 8.5)
    m = rng.normal(0, 0.8, (4, 2)) * s
    D = np.float32([[0, 0], [w * s, 0], [w * s, h * s], [0, h * s]]) + m.astype(np.float32)
    M = cv2.getPerspectiveTransform(c.astype(np.float32), D)
    im = cv2.warpPerspective(
        out, M, (int(w * s), int(h * s)), flags=cv2.INTER_AREA, borderValue=(200, 200, 200)
    )
    drawn[0]["scale"] = s
    grey = cv2.cvtColor(im, cv2.COLOR_BGR2GRAY)
    bg = (
        cv2.resize(
            cv2.GaussianBlur(
                cv2.dilate(cv2.resize(grey, None, fx=0.25, fy=0.25), np.ones((9, 9))), (0, 0), 12
            ),
            grey.shape[::-1],
        ).astype(np.float32)
        + 1
    )
    f = grey / bg
    if k == "bw":
        t = rng.uniform(0.74, 0.86)
        o = np.clip((f - t) * 255 * rng.uniform(2.5, 8) + 128, 0, 255).astype(np.uint8)
        o = cv2.merge([o] * 3)
    elif k == "magic":
        o = np.clip((im / bg[..., None] - 0.5) * 1.9 * 255 + 40, 0, 255).astype(np.uint8)
        o = develop(o, rng, noise=0, sat=1.35, sharpen=0.8)
    elif k == "grey":
        o = np.clip((f - 0.35) * 1.55 * 255, 0, 255).astype(np.uint8)
        o = cv2.merge([o] * 3)
    else:
        o = np.clip(255 * np.clip((f - 0.42) * 1.75, 0, 1) ** 0.85, 0, 255).astype(np.float32)
        n = (rng.rand(*o.shape) < 0.0006) * 160
        o = (
            np.clip(o - cv2.GaussianBlur(n.astype(np.float32), (0, 0), 0.7), 0, 255)
            * (0.82 if k == "grey-cast" else 0.97)
            + 8
        )
        if k == "grey-cast":
            o *= np.linspace(1, rng.uniform(0.75, 0.95), o.shape[1])[None]
        o = cv2.merge([o.astype(np.uint8)] * 3)
    return o, k
