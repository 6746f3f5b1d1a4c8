"""A camera in front of which a phone is held: what it films is a file that Chromium plays over and over."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

WIDTH, HEIGHT = 1280, 720
PAPER, INK, WALL = 235, 16, 90  # brightness


def filmed(grid: Sequence[Sequence[int]], target: Path, *, module: int = 7) -> list[str]:
    """Film a code on a bright screen before a darker wall; return Chromium's arguments."""
    size = module * (len(grid) + 8)
    left, top = (WIDTH - size) // 2, (HEIGHT - size) // 2
    frame = bytearray([WALL]) * (WIDTH * HEIGHT)
    for y in range(size):
        row = y // module - 4
        line = bytearray([PAPER]) * size
        for column, dark in enumerate(grid[row] if 0 <= row < len(grid) else ()):
            if dark:
                line[module * (column + 4) : module * (column + 5)] = bytes([INK]) * module
        begin = (top + y) * WIDTH + left
        frame[begin : begin + size] = line
    colours = bytes([128]) * (WIDTH * HEIGHT // 2)
    head = f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F10:1 Ip A1:1 C420jpeg\n".encode()
    target.write_bytes(head + 2 * (b"FRAME\n" + frame + colours))
    return [
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-video-capture={target}",
    ]
