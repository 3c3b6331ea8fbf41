"""A table, paper with a true surface on it, a pinhole camera, and what becomes of the picture."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from benchmarks.stranger.prints import PX_PER_MM
from benchmarks.stranger.visible import ToPhoto


def table(w: int, h: int, rng: np.random.RandomState, kind: str | None = None) -> np.ndarray:
    """Make a table top of a kind."""
    kind = kind or rng.choice(
        ["wood", "wood", "plank", "cloth", "check", "stone", "felt", "white", "black"]
    )
    W, H = 800, 600

    def n(sx: float, sy: float) -> np.ndarray:
        return cv2.GaussianBlur(rng.rand(H, W).astype(np.float32), (0, 0), sigmaX=sx, sigmaY=sy)

    def z(a: np.ndarray) -> np.ndarray:
        return (a - a.mean()) / (a.std() + 1e-6)

    if kind in ("wood", "plank"):
        base = np.array(
            [[60, 95, 140], [40, 65, 100], [120, 165, 200], [35, 45, 65], [95, 130, 160]][
                rng.randint(5)
            ],
            float,
        )
        a = z(n(40, 0.8)) * 0.08 + z(n(90, 3)) * 0.08 + z(n(2, 0.6)) * 0.025
        x = np.arange(H)[:, None] / H
        a = a + 0.05 * np.sin(40 * x + z(n(80, 30)) * 2.5)
        if kind == "plank":
            for y in range(0, H, rng.randint(90, 160)):
                a[y : y + 2] -= 0.5
                a[y : y + 150] += rng.normal(0, 0.07)
        t = base * (1 + a[:, :, None])
    elif kind == "check":
        s = rng.randint(22, 60)
        yy, xx = np.mgrid[:H, :W]
        a = ((yy // s) % 2).astype(float) + ((xx // s) % 2)
        c = rng.randint(40, 200, 3)
        t = 235 - (235 - c) * a[:, :, None] / 2 + z(n(0.7, 0.7))[:, :, None] * 5
    elif kind == "stone":
        t = (
            rng.randint(60, 190)
            + np.dstack([z(n(1, 1)) * 12 + z(n(6, 6)) * 8] * 3)
            + np.array([2, 0, -2])
        )
    else:
        c = {
            "cloth": rng.randint(60, 200, 3),
            "felt": np.array([50, 90, 40]),
            "white": np.array([222, 226, 228]),
            "black": np.array([38, 36, 36]),
        }[kind]
        yy, xx = np.mgrid[:H, :W]
        wv = np.sin(yy * 2.1) * np.sin(xx * 2.1) * (6 if kind in ("cloth", "felt") else 1)
        t = c + (wv + z(n(1, 1)) * 3 + z(n(60, 60)) * 4)[:, :, None]
    t = np.clip(t, 0, 255).astype(np.uint8)
    k = rng.uniform(0.6, 1)
    y, x = rng.randint(0, int(H * (1 - k)) + 1), rng.randint(0, int(W * (1 - k)) + 1)
    t = t[y : y + int(H * k), x : x + int(W * k)]
    if rng.rand() < 0.5:
        t = np.ascontiguousarray(t.transpose(1, 0, 2))
    return cv2.GaussianBlur(cv2.resize(t, (w, h), interpolation=cv2.INTER_CUBIC), (0, 0), 1.2)


class Surface:
    """A sheet that is bent along straight lines, one bend after another."""

    def __init__(self, w: float, h: float, kind: str, rng: np.random.RandomState) -> None:
        self.w, self.h = w, h
        self.f = []
        long_ = w > h
        if kind == "curl":
            a = rng.uniform(0, np.pi) if rng.rand() < 0.3 else rng.choice([0, np.pi / 2])
            self.f.append(("arc", a, rng.uniform(0.25, 0.75) * rng.choice([1, 1, -1])))
        if kind == "wave":
            self.f.append(
                (
                    "sin",
                    rng.choice([0, np.pi / 2, rng.uniform(0, 3)]),
                    rng.uniform(2.5, 6),
                    rng.uniform(0.8, 2.2),
                    rng.uniform(0, 6.3),
                )
            )
        if kind == "corner":
            self.f.append(
                ("lift", rng.uniform(0, 6.3), rng.uniform(25, 60), rng.uniform(0.006, 0.02))
            )
        if kind in ("fold", "fold4", "fold3"):
            A = [0 if long_ else np.pi / 2]
            if kind == "fold4":
                A = [0, np.pi / 2]
            for a in A:
                for q in [1 / 3, 2 / 3] if kind == "fold3" else [0.5]:
                    self.f.append(
                        (
                            "fold",
                            a,
                            q + rng.normal(0, 0.008),
                            rng.uniform(0.08, 0.34)
                            * rng.choice([1, -1])
                            * (0.7 if len(A) > 1 else 1),
                        )
                    )
            if rng.rand() < 0.5:
                self.f.append(("arc", A[0] + np.pi / 2, rng.uniform(-0.2, 0.2)))
        if kind == "slight":
            self.f.append(("arc", rng.choice([0, np.pi / 2]), rng.uniform(-0.1, 0.1)))

    def at(self, u: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Say where points of the sheet are in space, in mm."""
        x, y, z = u - self.w / 2, v - self.h / 2, np.zeros_like(u)
        for f in self.f:
            c, sn = np.cos(f[1]), np.sin(f[1])
            p = x * c + y * sn
            q = -x * sn + y * c
            L = abs(self.w * c) + abs(self.h * sn)
            if f[0] == "arc":
                R = L / f[2]
                t = p / R
                p2 = (R * np.sin(t)) * np.cos(0) - z * np.sin(t)
                z = R * (1 - np.cos(t)) + z * np.cos(t)
            elif f[0] == "sin":
                t = p / L * 2 * np.pi * f[3] + f[4]
                z = z + f[2] * np.sin(t)
                p2 = p * (1 - 0.5 * (f[2] * np.pi * 2 * f[3] / L) ** 2 * 0.5)
            elif f[0] == "lift":
                e = np.maximum(0, p - (L / 2 - f[2] - 30))
                z = z + f[3] * e**2 * 0.5
                p2 = p - (f[3] ** 2) * e**3 / 6
            else:
                p0 = (f[2] - 0.5) * L
                e = p - p0
                a = f[3]
                m = e > 0
                p2 = np.where(m, p0 + e * np.cos(a) - z * np.sin(a), p)
                z = np.where(m, e * np.sin(a) + z * np.cos(a), z)
            x, y = p2 * c - q * sn, p2 * sn + q * c
        return x, y, z - z.min()


def crease(img: np.ndarray, S: Surface, rng: np.random.RandomState) -> None:
    """Wear the print along the folds."""
    h, w = img.shape[:2]
    for f in S.f:
        if f[0] != "fold":
            continue
        vert = abs(np.cos(f[1])) > 0.5
        p = int((f[2]) * (w if vert else h))
        n = h if vert else w
        for k in range(0, n, 40):
            o = p + rng.randint(-2, 3)
            a, b = ((o, k), (o, k + 40)) if vert else ((k, o), (k + 40, o))
            s = img[
                max(0, min(a[1], b[1]) - 3) : max(a[1], b[1]) + 3,
                max(0, min(a[0], b[0]) - 3) : max(a[0], b[0]) + 3,
            ]
            if s.size:
                s[:] = np.clip(
                    s.astype(int) * (1 - 0.3 * rng.rand()) + 240 * 0.3 * rng.rand(), 0, 250
                )


class Shot:
    """A pinhole camera with a lens that bends straight lines."""

    def __init__(
        self,
        W: int,
        H: int,
        rng: np.random.RandomState,
        tilt: float,
        yaw: float,
        dist_k: float = 0.0,
        focal: float = 1.15,
    ) -> None:
        self.W, self.H, self.rng, self.k = W, H, rng, dist_k
        self.f = focal * max(W, H)
        self.n = np.hypot(W, H) / 2
        self.tilt, self.yaw = tilt, yaw

    def aim(
        self, fill: float, w: float, h: float, spin: float, off: tuple[float, float] = (0, 0)
    ) -> None:
        """Take the pose in which so many mm fill a part of the frame, turned by spin degrees."""
        a = np.deg2rad(spin)
        t, y = np.deg2rad(self.tilt), np.deg2rad(self.yaw)
        Rz = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]])
        Rx = np.array([[1, 0, 0], [0, np.cos(t), -np.sin(t)], [0, np.sin(t), np.cos(t)]])
        Ry = np.array([[np.cos(y), 0, np.sin(y)], [0, 1, 0], [-np.sin(y), 0, np.cos(y)]])
        self.R = Rx @ Ry @ Rz
        C = np.array(
            [[-w / 2, -h / 2, 0], [w / 2, -h / 2, 0], [w / 2, h / 2, 0], [-w / 2, h / 2, 0]], float
        )
        self.off = np.zeros(2)
        lo, hi = 50.0, 20000.0
        for _ in range(40):
            self.d = (lo + hi) / 2
            q = self.px(C[:, 0], C[:, 1], C[:, 2])
            e = np.ptp(q, axis=0) / [self.W, self.H]
            if e.max() > fill:
                lo = self.d
            else:
                hi = self.d
        q = self.px(C[:, 0], C[:, 1], C[:, 2])
        self.off = (
            np.array([self.W / 2, self.H / 2])
            - (q.min(0) + q.max(0)) / 2
            + np.array(off) * [self.W, self.H]
        )

    def px(self, x: np.ndarray, y: np.ndarray, z: np.ndarray) -> np.ndarray:
        """Say in which pixels points in space are."""
        p = np.stack([x, y, -z], -1) @ self.R.T
        q = p[..., :2] * (self.f / (p[..., 2:] + self.d))
        if self.k:
            ru = np.hypot(q[..., 0], q[..., 1]) / self.n + 1e-9
            k = self.k
            rd = (1 - np.sqrt(np.maximum(0, 1 - 4 * k * ru**2))) / (2 * k * ru)
            q = q * (rd / ru)[..., None]
        return q + [self.W / 2, self.H / 2] + self.off

    def lay(
        self,
        out: np.ndarray,
        img: np.ndarray,
        S: Surface,
        place: tuple[float, float, float] = (0, 0, 0),
        light: np.ndarray | None = None,
        paper: float = 1.0,
        sh: float = 1.0,
    ) -> tuple[np.ndarray | None, ToPhoto]:
        """Draw a sheet onto the photo; give its mask, and where its points are."""
        w, h = S.w, S.h
        ca, sa = np.cos(place[2]), np.sin(place[2])

        def to(u: np.ndarray, v: np.ndarray) -> np.ndarray:
            x, y, z = S.at(np.asarray(u, float), np.asarray(v, float))
            return self.px(ca * x - sa * y + place[0], sa * x + ca * y + place[1], z)

        nu, nv = 121, 121
        U, V = np.meshgrid(np.linspace(0, w, nu), np.linspace(0, h, nv))
        Q = to(U, V)
        Hm, _ = cv2.findHomography(np.stack([U, V], -1).reshape(-1, 2), Q.reshape(-1, 2))
        base = cv2.perspectiveTransform(np.stack([U, V], -1).reshape(-1, 1, 2), Hm).reshape(
            nv, nu, 2
        )
        D = (Q - base).astype(np.float32)
        c = 4
        gw, gh = (self.W + c - 1) // c + 1, (self.H + c - 1) // c + 1
        G = np.stack(np.meshgrid(np.arange(gw) * c, np.arange(gh) * c), -1).astype(np.float64)
        Hi = np.linalg.inv(Hm)
        d = np.zeros((gh, gw, 2), np.float32)
        for _ in range(7 if np.abs(D).max() > 0.3 else 1):
            p = G - d
            den = p @ Hi[2, :2] + Hi[2, 2]
            den = np.where(np.abs(den) < 1e-9, 1e-9, den)
            uv = np.stack([(p @ Hi[0, :2] + Hi[0, 2]) / den, (p @ Hi[1, :2] + Hi[1, 2]) / den], -1)
            uv[den * np.sign(np.median(den)) < 0] = -1e4
            m = np.stack([uv[..., 0] / w * (nu - 1), uv[..., 1] / h * (nv - 1)], -1).astype(
                np.float32
            )
            m = np.clip(m, -1000, 2000)
            d = cv2.remap(D, m, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        p = G - d
        den = p @ Hi[2, :2] + Hi[2, 2]
        uv = np.stack([(p @ Hi[0, :2] + Hi[0, 2]) / den, (p @ Hi[1, :2] + Hi[1, 2]) / den], -1)
        x0, y0 = np.maximum(np.floor(Q.reshape(-1, 2).min(0) / c) * c - 4 * c, 0).astype(int)
        x1, y1 = np.minimum(Q.reshape(-1, 2).max(0) + 16, [self.W, self.H]).astype(int)
        if x1 <= x0 + 8 or y1 <= y0 + 8:
            return None, to
        g = uv[y0 // c :, x0 // c :]
        mp = np.clip(g * [img.shape[1] / w, img.shape[0] / h], -3e4, 3e4).astype(np.float32)
        M = np.float32(
            [[1 / c, 0, 0], [0, 1 / c, 0]]
        )  # exact: pixel i of the big map is at i/c of the small one
        mp = cv2.warpAffine(
            mp,
            M,
            (x1 - x0, y1 - y0),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        scale = np.hypot(*(Q[60, 61] - Q[60, 60])) / (w / (nu - 1)) / PX_PER_MM
        src = img if scale > 0.75 else cv2.GaussianBlur(img, (0, 0), 0.32 / scale)
        pic = cv2.remap(src, mp, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        al = cv2.remap(
            np.full(img.shape[:2], 255, np.uint8),
            mp,
            None,
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_CONSTANT,
        )
        x, y, z = S.at(U, V)
        N = np.cross(
            np.stack([np.gradient(x, axis=1), np.gradient(y, axis=1), np.gradient(z, axis=1)], -1),
            np.stack([np.gradient(x, axis=0), np.gradient(y, axis=0), np.gradient(z, axis=0)], -1),
        )
        N /= np.linalg.norm(N, axis=-1, keepdims=True)
        towards = light if light is not None else np.array([0.4, 0.3, 0.85])
        towards = towards / np.linalg.norm(towards)
        shd = (0.45 + 0.55 * np.clip(N @ towards, 0, 1) / towards[2]).astype(np.float32) * paper
        shd = cv2.GaussianBlur(shd, (0, 0), 0.6)
        mg = np.clip(
            np.stack([g[..., 0] / w * (nu - 1), g[..., 1] / h * (nv - 1)], -1), -10, 200
        ).astype(np.float32)
        sd = cv2.remap(shd, mg, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        sd = cv2.warpAffine(
            sd,
            M,
            (x1 - x0, y1 - y0),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        pic = cv2.multiply(pic, cv2.merge([sd] * 3), dtype=cv2.CV_8U)
        full = np.zeros((self.H, self.W), np.uint8)
        full[y0:y1, x0:x1] = al
        sm = cv2.resize(full, None, fx=1 / 8, fy=1 / 8, interpolation=cv2.INTER_AREA)
        o = self.rng.uniform(-2, 2, 2) * sh
        k = self.W / 4000 * (2 + 4 * self.rng.rand())
        sm = cv2.GaussianBlur(
            cv2.warpAffine(sm, np.float32([[1, 0, o[0]], [0, 1, o[1]]]), sm.shape[::-1]),
            (0, 0),
            k + 0.5,
        )
        sm = 1 - cv2.resize(sm, (self.W, self.H)).astype(np.float32) / 255 * 0.4 * sh
        reg = out[y0:y1, x0:x1]
        if sh:
            cv2.multiply(out, cv2.merge([sm] * 3), out, dtype=cv2.CV_8U)
        A = cv2.merge([al] * 3)
        t = cv2.add(cv2.multiply(pic, A, scale=1 / 255), cv2.multiply(reg, 255 - A, scale=1 / 255))
        out[y0:y1, x0:x1] = t
        return full, to


def lighting(W: int, H: int, rng: np.random.RandomState, hard: float) -> np.ndarray:
    """Make a field of light, about 1."""
    h, w = 150, 200
    yy, xx = np.mgrid[:h, :w]
    yy = yy / h - 0.5
    xx = xx / w - 0.5
    a = rng.uniform(0, 6.3)
    g = 1 + (np.cos(a) * xx + np.sin(a) * yy) * hard * rng.uniform(0.2, 0.9)
    if hard > 0.4 and rng.rand() < 0.5:
        cx, cy = rng.uniform(-0.5, 0.5, 2)
        g = g * (0.55 + 0.6 * np.exp(-((xx - cx) ** 2 + (yy - cy) ** 2) / rng.uniform(0.15, 0.5)))
    g *= 1 - (xx**2 + yy**2) * rng.uniform(0.1, 0.35 + 0.7 * hard)
    return cv2.resize(g.astype(np.float32), (W, H))


def shadow(
    W: int, H: int, rng: np.random.RandomState, soft: float | None = None, dark: float | None = None
) -> np.ndarray:
    """Make the shadow of a hand, a head or the phone, from an edge."""
    h, w = 300, 400
    m = np.zeros((h, w), np.uint8)
    k = rng.randint(3)
    if k == 0:
        c = (rng.randint(w), h + 20)
        cv2.ellipse(
            m,
            c,
            (rng.randint(60, 140), rng.randint(120, 260)),
            rng.randint(-30, 30),
            0,
            360,
            255,
            -1,
        )
    elif k == 1:
        p = np.array([[rng.randint(w), rng.randint(h)]])
        q = cv2.boxPoints(
            (
                (float(p[0][0]), float(h * rng.rand())),
                (rng.randint(90, 150), rng.randint(180, 300)),
                float(rng.randint(0, 180)),
            )
        )
        cv2.fillPoly(m, [q.astype(int)], 255)
    else:
        e = rng.uniform(0, w)
        cv2.fillPoly(
            m, [np.array([[e, 0], [w, 0], [w, h], [e + rng.uniform(-150, 150), h]], int)], 255
        )
    if rng.rand() < 0.5:
        m = m[:, ::-1].copy()
    if rng.rand() < 0.5:
        m = m[::-1].copy()
    m = cv2.GaussianBlur(m, (0, 0), soft or rng.uniform(2, 14)).astype(np.float32) / 255
    return cv2.resize(1 - m * (dark or rng.uniform(0.25, 0.5)), (W, H))


_t = {}


def develop(
    im: np.ndarray,
    rng: np.random.RandomState,
    gain: float = 1.0,
    wb: float = 0.0,
    noise: float = 3.0,
    blur: float = 0.0,
    motion: float = 0.0,
    gamma: float = 1.0,
    sharpen: float = 0.0,
    sat: float = 1.0,
) -> np.ndarray:
    """Do to a picture what sensors and phones do."""
    if blur > 0.25:
        im = cv2.GaussianBlur(im, (0, 0), blur)
    if motion > 1:
        n = int(motion) | 1
        k = np.zeros((n, n), np.float32)
        a = rng.uniform(0, np.pi)
        c = n // 2
        q = np.array([np.cos(a), np.sin(a)]) * c
        cv2.line(
            k,
            tuple(np.round(c - q).astype(int).tolist()),
            tuple(np.round(c + q).astype(int).tolist()),
            1,
            1,
            cv2.LINE_AA,
        )
        im = cv2.filter2D(im, -1, k / k.sum())
    g = (
        np.array(
            [1 + wb * rng.normal(0, 0.12) - wb * 0.1, 1, 1 + wb * rng.normal(0, 0.12) + wb * 0.08]
        )
        * gain
    )
    x = np.arange(256) / 255.0
    lut = np.stack([np.clip(255 * np.clip(x * k, 0, 1.15) ** gamma, 0, 255) for k in g], -1)
    lut = np.where(lut > 225, 225 + (lut - 225) * 0.75, lut).astype(np.uint8)[None]
    im = cv2.LUT(im, lut)
    if sat != 1:
        gr = cv2.cvtColor(cv2.cvtColor(im, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        im = cv2.addWeighted(im, sat, gr, 1 - sat, 0)
    if sharpen:
        im = cv2.addWeighted(im, 1 + sharpen, cv2.GaussianBlur(im, (0, 0), 1.6), -sharpen, 0)
    if noise:
        if "n" not in _t:
            q = np.random.RandomState(3)
            a = q.randn(1500, 2000).astype(np.float32)
            b = cv2.GaussianBlur(q.randn(1500, 2000, 3).astype(np.float32), (0, 0), 1.2) * 2.5
            _t["n"] = np.clip((a[..., None] * 0.8 + b * 0.5) * 20, -120, 120).astype(np.int16)
        N = _t["n"]
        o = rng.randint(0, 1000, 2)
        N = np.roll(N, tuple(o), (0, 1))
        N = np.tile(N, (im.shape[0] // 1500 + 1, im.shape[1] // 2000 + 1, 1))[
            : im.shape[0], : im.shape[1]
        ]
        im = cv2.addWeighted(im.astype(np.int16), 1, N, noise / 20.0, 0)
        im = np.clip(im, 0, 255).astype(np.uint8)
    return im


def save(im: np.ndarray, path: Path, q: int, exif: int = 0) -> None:
    """Save a photo, stored turned if it says so, as phones do."""
    if exif == 6:
        im = np.rot90(im, 1)
    if exif == 8:
        im = np.rot90(im, -1)
    if exif == 3:
        im = np.rot90(im, 2)
    p = Image.fromarray(np.ascontiguousarray(im[:, :, ::-1]))
    e = Image.Exif()
    if exif:
        e[0x0112] = exif
        p.save(path, quality=int(q), exif=e)
    else:
        p.save(path, quality=int(q))


def recompress(im: np.ndarray, q: int) -> np.ndarray:
    """Save as JPEG and load again."""
    return cv2.imdecode(cv2.imencode(".jpg", im, [cv2.IMWRITE_JPEG_QUALITY, int(q)])[1], 1)
