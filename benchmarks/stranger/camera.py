"""A pinhole camera, and paper that is laid before it."""

from __future__ import annotations

import cv2
import numpy as np

from benchmarks.stranger.prints import PX_PER_MM
from benchmarks.stranger.surface import Surface
from benchmarks.stranger.visible import ToPhoto


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
