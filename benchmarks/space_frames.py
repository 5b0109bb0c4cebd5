"""Frames per second of the view Space, while all 181,440 boards of the 3×3 are moved and while a search colours them.

    python benchmarks/space_frames.py [--seconds 5] [--width 1920] [--height 1080]

Starts ``taquin serve``, opens the view in Chromium (see ``tests/support/browser.py``) without a graphics card, so that
the processor paints, and counts the frames that the view has drawn: while breadth-first search is replayed, while the
pointer drags the picture, and while the wheel zooms it. The page itself makes the events of pointer and wheel, one in
every frame: sent through the protocol of the browser they arrive so slowly that their own rate would be measured. On
Linux it also reports the CPU time of all processes of the browser for each frame, which does not depend on what else
runs on the machine. The exit code is 1 if one of them has fewer than 30 frames a second.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from pathlib import Path
from time import monotonic

ROOT = Path(__file__).parent.parent
VIEW = "#space?board=8,6,7/2,5,4/3,0,1&method=bfs"
ENOUGH = 30
MOVES = """(kind) => {
  const canvas = document.querySelector(".space-canvas");
  const { left, top, width, height } = canvas.getBoundingClientRect();
  const began = performance.now();
  const at = () => {
    const now = (performance.now() - began) / 1000;
    return { x: left + width / 2 + 200 * Math.sin(3 * now), y: top + height / 2 + 150 * Math.cos(3 * now), now };
  };
  const send = (Event, name, options) => {
    const { x, y } = at();
    canvas.dispatchEvent(new Event(name, { clientX: x, clientY: y, cancelable: true, pointerId: 1, ...options }));
  };
  canvas.setPointerCapture = () => {}; // there is no pointer to capture
  if (kind === "drag") send(PointerEvent, "pointerdown", { buttons: 1 });
  window.isMoving = true;
  const step = () => {
    if (!window.isMoving) return kind === "drag" && send(PointerEvent, "pointerup", {});
    if (kind === "drag") send(PointerEvent, "pointermove", { buttons: 1 });
    else send(WheelEvent, "wheel", { deltaY: at().now % 2 < 1 ? 25 : -25 });
    requestAnimationFrame(step);
  };
  step();
}"""
FRAMES = "Number(document.querySelector('.space-canvas').dataset.frames ?? 0)"


def processor_time() -> float:
    """CPU seconds of all descendants of this process that are a browser; 0 where there is no /proc."""
    parents: dict[int, int] = {}
    times: dict[int, float] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = path.read_text().rpartition(")")
        except OSError:
            continue  # it has ended
        fields = rest.split()
        number = int(path.parent.name)
        parents[number] = int(fields[1])
        if "chrom" in name or "headless" in name:
            times[number] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def is_own(number: int) -> bool:
        while number in parents:
            if number == os.getpid():
                return True
            number = parents[number]
        return False

    return sum(seconds for number, seconds in times.items() if is_own(number))


def measure(seconds: float, width: int, height: int) -> dict[str, tuple[float, float]]:
    """Frames per second of each kind of movement, and CPU milliseconds for each frame."""
    sys.path.insert(0, str(ROOT / "tests" / "support"))
    from browser import chromium
    from serving import serve_process

    with serve_process() as (_, url), chromium() as browser:
        page = browser.new_page(viewport={"width": width, "height": height}, reduced_motion="no-preference")
        page.goto(url + VIEW)
        page.get_by_role("button", name="Pause", exact=True).wait_for(timeout=120_000)  # the replay has begun

        def frames_while_moving(kind: str = "") -> tuple[float, float]:
            if kind:
                page.evaluate(MOVES, kind)
            before, spent, began = page.evaluate(FRAMES), processor_time(), monotonic()
            page.wait_for_timeout(1000 * seconds)
            frames = max(1, page.evaluate(FRAMES) - before)
            found = frames / (monotonic() - began), 1000 * (processor_time() - spent) / frames
            page.evaluate("window.isMoving = false")
            return found

        found = {"replaying": frames_while_moving()}
        page.get_by_role("button", name=re.compile("Pause|Play")).first.click()
        found["dragging"] = frames_while_moving("drag")
        found["zooming"] = frames_while_moving("zoom")
        return found


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--width", type=int, default=1920)
    parser.add_argument("--height", type=int, default=1080)
    given = parser.parse_args()
    found = measure(given.seconds, given.width, given.height)
    for name, (rate, cost) in found.items():
        print(f"{name:10} {rate:5.1f} frames/s  {cost:5.1f} ms of CPU time a frame")
    return 0 if min(rate for rate, _ in found.values()) >= ENOUGH else 1


if __name__ == "__main__":
    sys.exit(main())
