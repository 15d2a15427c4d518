/** Longer frames are visible as jerks, ms. */
const SLOW_FRAME_MS = 40;
/** Number of slow frames: single ones can have other causes, such as arriving tiles. */
const SLOW_FRAMES = 2;
/** Frames of the trial; the first ones only fill the queue. */
const TRIAL_FRAMES = 6;
/** Factor per direction: a quarter of the pixels. */
const COARSENESS = 0.5;
/** If coarse frames are as fast as this, sharp frames are fast enough, ms. */
const FAST_FRAME_MS = 12;
/** Delay after the last motion until the map is sharp again, ms. */
const REST_MS = 200;

/** The used part of a map. */
interface MovingMap {
  on(what: 'movestart' | 'move' | 'moveend' | 'render' | 'remove', listener: () => void): unknown;
  off(what: 'render', listener: () => void): unknown;
  once(what: 'idle', listener: () => void): unknown;
  getCanvasContainer(): Pick<HTMLElement, 'addEventListener'>;
  /** @param ratio pixel ratio; null for that of the screen */
  setPixelRatio(ratio: number | null): unknown;
  triggerRepaint(): void;
}

/** Whether frames were slow, by the newest intervals between them. */
class Pace {
  #lastMs: number | null = null;
  #tookMs: number[] = [];

  /** @param nowMs start of a frame; @returns the number of known intervals */
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
 * Renders a dragged map coarsely if the machine is too slow for complete frames, such as one without a
 * graphics card: with fewer pixels, and without the layers that `onCoarse` hides. At rest the map is
 * complete and has the resolution of the screen.
 *
 * @param onCoarse called with whether the map is rendered coarsely from the next frame on
 * @param now clock, ms
 * @returns a trial that renders the idle map a few times to measure the speed
 */
export function coarsenMotion(
  map: MovingMap,
  onCoarse: (isCoarse: boolean) => void,
  now = () => performance.now(),
): () => void {
  let isSlow = false;
  let isCoarse = false;
  // A size change of the canvas makes the map report a motion.
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
    // The canvas is empty now: render it before it is displayed.
    map.triggerRepaint();
  };
  // A size change ends a motion: it happens before a motion starts, and after it.
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
  // Wherever the pointer is released.
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
