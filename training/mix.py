"""Mixes the networks of the package with those that were trained further from them.

    python -m training.mix --old FOLDER --new FOLDER --share first=1.0 second=0.6 --out FOLDER

Weights between two trainings, the later of which began with the earlier one's, read like both and
forget less than the new ones alone. FOLDERs hold digits.onnx and digits_second.onnx; temperatures
of the outcome are found as ``training.finish`` does it.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper

from scanner.digits import NETWORKS


def main() -> None:
    """Mix each network that a share is given for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--old", type=Path, required=True, help="folder of the package's networks")
    parser.add_argument("--new", type=Path, required=True, help="folder of those trained further")
    parser.add_argument("--out", type=Path, required=True, help="folder for the outcome")
    parser.add_argument(
        "--share", nargs="+", required=True, help="the new weights' share: first=1.0"
    )
    args = parser.parse_args()
    for name, share in (text.split("=") for text in args.share):
        file = NETWORKS[name]
        onnx.save(
            mixed(onnx.load(args.old / file), onnx.load(args.new / file), float(share)),
            args.out / file,
        )


def mixed(old: onnx.ModelProto, new: onnx.ModelProto, share: float) -> onnx.ModelProto:
    """Return the new network with its weights moved towards the old ones."""
    outcome = onnx.ModelProto()
    outcome.CopyFrom(new)
    for before, weights in zip(old.graph.initializer, outcome.graph.initializer, strict=True):
        was, now = numpy_helper.to_array(before), numpy_helper.to_array(weights)
        if before.name != weights.name or was.shape != now.shape:
            raise SystemExit(f"{before.name} and {weights.name} are of two kinds of network.")
        mix = (1 - share) * was.astype(np.float32) + share * now.astype(np.float32)
        weights.CopyFrom(numpy_helper.from_array(mix.astype(now.dtype), weights.name))
    return outcome


if __name__ == "__main__":
    main()
