"""How the digit reader's network was made. Needs the ``training`` extra (torch, onnx)."""
