"""Layouts in, vector PDFs out."""

import sys
from types import ModuleType

# Else reportlab would run files of the home folder, and stop where that is no folder.
for _name in ("reportlab_mods", "reportlab_settings"):
    sys.modules.setdefault(_name, ModuleType(_name))
