import {
  type Dispatch,
  type RefObject,
  type SetStateAction,
  useEffect,
  useRef,
  useState,
} from 'react';
import {
  panned,
  type Span,
  type Stretch,
  shareAt,
  showing,
  stretchOf,
  timeAt,
  zoomed,
} from './video-recorded-timeline-scale.ts';

/** A pointer movement below this is a click, px. */
const CLICK_PX = 4;
const ZOOM_STEP = 0.5;
const PAN_STEP = 0.5;
/** The cursor moves by a hundredth of the window. */
const WALK_SHARE = 0.01;

/** The visible window of the timeline, and the drawn range. */
export interface Drawing {
  readonly window: Span;
  readonly cursorMs: number;
  readonly stretch: Stretch | null;
}

/** The initial window, and the cursor in it; by default the middle. */
export interface First extends Span {
  readonly cursorMs?: number;
}

/** Zooms with the wheel, and pans with it sideways or with Shift. */
function useWheel(
  surface: RefObject<HTMLElement | null>,
  bounds: Span,
  setDrawing: Dispatch<SetStateAction<Drawing>>,
) {
  useEffect(() => {
    const element = surface.current;
    if (element === null) return;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const box = element.getBoundingClientRect();
      setDrawing((before) => {
        const aside = event.shiftKey ? event.deltaY : event.deltaX;
        if (Math.abs(aside) > Math.abs(event.shiftKey ? 0 : event.deltaY)) {
          return { ...before, window: panned(before.window, bounds, aside / box.width) };
        }
        const aroundMs = timeAt(before.window, (event.clientX - box.left) / box.width);
        return {
          ...before,
          window: zoomed(before.window, bounds, 1.002 ** event.deltaY, aroundMs),
        };
      });
    };
    // React's passive listener cannot prevent the wheel from scrolling the page.
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [surface, bounds, setDrawing]);
}

/**
 * Follows a press until the pointer is released.
 *
 * @param onDraw the pointer has moved: the times of the press and of the pointer
 * @param onClick the pointer was released without drawing: the time of the press
 */
function followPress(
  event: React.PointerEvent<HTMLDivElement>,
  window: Span,
  onDraw: (fromMs: number, toMs: number) => void,
  onClick: (timeMs: number, clientY: number) => void,
) {
  const element = event.currentTarget;
  const box = element.getBoundingClientRect();
  const timeAtX = (x: number) => timeAt(window, (x - box.left) / box.width);
  const startX = event.clientX;
  const startMs = timeAtX(startX);
  let isDrawn = false;
  element.setPointerCapture(event.pointerId);
  const onMove = ({ clientX }: PointerEvent) => {
    isDrawn ||= Math.abs(clientX - startX) >= CLICK_PX;
    if (isDrawn) onDraw(startMs, timeAtX(clientX));
  };
  const onUp = ({ clientY }: PointerEvent) => {
    element.removeEventListener('pointermove', onMove);
    element.removeEventListener('pointerup', onUp);
    element.removeEventListener('pointercancel', onUp);
    if (!isDrawn) onClick(startMs, clientY);
  };
  element.addEventListener('pointermove', onMove);
  element.addEventListener('pointerup', onUp);
  element.addEventListener('pointercancel', onUp);
}

/**
 * Window, cursor and range of the timeline, by pointer, wheel and keys.
 *
 * @param bounds the limits of the window; a change resets it
 * @param first the initial window
 * @param onClick a press without drawing
 * @param onEnter requests the range by keyboard
 */
export function useDrawing(
  bounds: Span,
  first: First,
  onClick: (timeMs: number, clientY: number) => boolean,
  onEnter: (stretch: Stretch) => void,
) {
  const surface = useRef<HTMLDivElement>(null);
  const [drawing, setDrawing] = useState<Drawing>(() => begin(first));
  const [known, setKnown] = useState(bounds);
  if (known !== bounds) {
    setKnown(bounds);
    setDrawing(begin(first));
  }
  const { window, cursorMs, stretch } = drawing;
  const change = (next: Partial<Drawing>) => setDrawing((before) => ({ ...before, ...next }));
  const draw = (fromMs: number, toMs: number) =>
    change({ stretch: stretchOf(fromMs, toMs, Date.now()), cursorMs: toMs });

  const zoom = (factor: number, aroundMs = cursorMs) =>
    change({ window: zoomed(window, bounds, factor, aroundMs) });
  const pan = (share: number) => change({ window: panned(window, bounds, share) });

  useWheel(surface, bounds, setDrawing);

  const onPointerDown = (event: React.PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    followPress(event, window, draw, (timeMs, clientY) => {
      if (!onClick(timeMs, clientY)) draw(timeMs, timeMs);
    });
  };

  const walk = (by: number, isDrawing: boolean) => {
    const stepMs = Math.max(1000, (window.endMs - window.startMs) * WALK_SHARE);
    const next = Math.min(Math.max(cursorMs + by * stepMs, bounds.startMs), bounds.endMs);
    const from = stretch !== null && isDrawing ? stretch.startMs : cursorMs;
    change({
      cursorMs: next,
      window: showing(window, bounds, next),
      stretch: isDrawing ? stretchOf(from, Math.max(next, from), Date.now()) : null,
    });
  };
  const goTo = (timeMs: number) =>
    change({ cursorMs: timeMs, window: showing(window, bounds, timeMs), stretch: null });

  const onKeyDown = (event: React.KeyboardEvent) => {
    const { key, shiftKey } = event;
    const actions: Readonly<Record<string, () => void>> = {
      ArrowRight: () => walk(1, shiftKey),
      ArrowLeft: () => walk(-1, shiftKey),
      PageDown: () => pan(PAN_STEP),
      PageUp: () => pan(-PAN_STEP),
      Home: () => goTo(bounds.startMs),
      End: () => goTo(bounds.endMs),
      '+': () => zoom(ZOOM_STEP),
      '=': () => zoom(ZOOM_STEP),
      '-': () => zoom(1 / ZOOM_STEP),
      Enter: () => onEnter(stretch ?? stretchOf(cursorMs, cursorMs, Date.now())),
      Escape: () => change({ stretch: null }),
    };
    const action = actions[key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  };

  return {
    ...drawing,
    surface,
    shareOf: (timeMs: number) => shareAt(window, timeMs),
    zoomIn: () => zoom(ZOOM_STEP, stretch?.startMs ?? cursorMs),
    zoomOut: () => zoom(1 / ZOOM_STEP),
    pan: (by: 1 | -1) => pan(by * PAN_STEP),
    showAll: () => change({ window: bounds }),
    clear: () => change({ stretch: null }),
    handlers: { onPointerDown, onKeyDown },
  };
}

export type DrawingControls = ReturnType<typeof useDrawing>;

function begin({ startMs, endMs, cursorMs = (startMs + endMs) / 2 }: First): Drawing {
  return { window: { startMs, endMs }, cursorMs, stretch: null };
}
