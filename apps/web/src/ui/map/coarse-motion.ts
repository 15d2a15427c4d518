/** A frame that takes longer is seen as a jerk. */
const SLOW_FRAME_MS = 40;
/** One slow frame may be anybody's: tiles that come, another program. */
const SLOW_FRAMES = 2;
/** Frames drawn to learn how fast the machine is: the first ones only fill its queue. */
const TRIAL_FRAMES = 6;
/** In each direction: a quarter of the pixels. */
const COARSENESS = 0.5;
/** With frames as fast as this of a coarse map, a sharp one is not too slow. */
const FAST_FRAME_MS = 12;
/** So long after the last motion the map is sharp again. */
const REST_MS = 200;

/** What of a map is used here. */
interface MovingMap {
  on(what: 'movestart' | 'move' | 'moveend' | 'render' | 'remove', listener: () => void): unknown;
  off(what: 'render', listener: () => void): unknown;
  once(what: 'idle', listener: () => void): unknown;
  getCanvasContainer(): Pick<HTMLElement, 'addEventListener'>;
  /** @param ratio null for that of the screen */
  setPixelRatio(ratio: number | null): unknown;
  triggerRepaint(): void;
}

/** Tells whether frames were slow, of the times between them; the last ones count. */
class Pace {
  #lastMs: number | null = null;
  #tookMs: number[] = [];

  /** @param nowMs when a frame began; @returns how many times between frames are known */
  note(nowMs: number): number {
    if (this.#lastMs !== null && nowMs > this.#lastMs) this.#tookMs.push(nowMs - this.#lastMs);
    this.#lastMs = nowMs;
    return this.#tookMs.length;
  }

  get isSlow(): boolean {
    const last = this.#tookMs.slice(-SLOW_FRAMES);
    return last.length === SLOW_FRAMES && last.every((ms) => ms > SLOW_FRAME_MS);
  }

  get isFast(): boolean {
    const sumMs = this.#tookMs.reduce((sum, ms) => sum + ms, 0);
    return this.#tookMs.length > 0 && sumMs / this.#tookMs.length <= FAST_FRAME_MS;
  }
}

/**
 * Draws a map coarsely while a hand moves it, where the machine is too slow to draw all of it for each
 * frame, as one without a graphics card is: with fewer pixels, and less of what `onCoarse` leaves out.
 * At rest it is whole, and as sharp as the screen.
 *
 * @param onCoarse told whether the map is drawn coarsely from the next frame on
 * @param now in milliseconds
 * @returns a trial: draws the map, when it is idle, a few times to learn how fast that is
 */
export function coarsenMotion(
  map: MovingMap,
  onCoarse: (isCoarse: boolean) => void,
  now = () => performance.now(),
): () => void {
  let isSlow = false;
  let isCoarse = false;
  // Another size of the canvas makes the map say that it moved.
  let isOwn = false;
  let isMoving = false;
  let isHeld = false;
  let pace = new Pace();
  let rest: ReturnType<typeof setTimeout> | undefined;

  const draw = (coarse: boolean) => {
    if (coarse === isCoarse) return;
    isCoarse = coarse;
    isOwn = true;
    map.setPixelRatio(coarse ? devicePixelRatio * COARSENESS : null);
    isOwn = false;
    onCoarse(coarse);
    // The canvas is empty now: it is painted before it is shown.
    map.triggerRepaint();
  };
  // Another size of the canvas ends a motion: it is given before one begins, and after it.
  const sharpenSoon = () => {
    clearTimeout(rest);
    if (!isHeld && !isMoving) rest = setTimeout(() => draw(false), REST_MS);
  };
  const onHand = () => {
    if (isSlow && !isMoving) draw(true);
    sharpenSoon();
  };
  const onRelease = () => {
    isHeld = false;
    sharpenSoon();
  };
  const options = { capture: true, passive: true };
  const canvas = map.getCanvasContainer();
  canvas.addEventListener('wheel', onHand, options);
  canvas.addEventListener(
    'pointerdown',
    () => {
      isHeld = true;
      onHand();
    },
    options,
  );
  // Wherever the pointer is then.
  for (const what of ['pointerup', 'pointercancel']) window.addEventListener(what, onRelease);
  map.on('movestart', () => {
    if (isOwn) return;
    clearTimeout(rest);
    isMoving = true;
    pace = new Pace();
  });
  map.on('move', () => {
    if (isOwn) return;
    pace.note(now());
    isSlow ||= pace.isSlow;
  });
  map.on('moveend', () => {
    if (isOwn) return;
    isMoving = false;
    if (isCoarse && pace.isFast) isSlow = false;
    sharpenSoon();
  });
  map.on('remove', () => {
    clearTimeout(rest);
    for (const what of ['pointerup', 'pointercancel']) window.removeEventListener(what, onRelease);
  });

  const onIdle = () => {
    const trial = new Pace();
    const onRender = () => {
      const isOver = trial.note(now()) >= TRIAL_FRAMES;
      if (!isOver && !isMoving) return map.triggerRepaint();
      map.off('render', onRender);
      if (isOver) isSlow ||= trial.isSlow;
    };
    map.on('render', onRender);
    map.triggerRepaint();
  };
  return () => {
    if (!isSlow) map.once('idle', onIdle);
  };
}
