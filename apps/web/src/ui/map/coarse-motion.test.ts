import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { coarsenMotion } from './coarse-motion.ts';

const SECOND_MS = 1000;

/** A map with frame times set by the test, on a screen with a pixel ratio of 2. */
function slowMap() {
  const listeners = new Map<string, () => void>();
  const hand = new EventTarget();
  const ratios: (number | null)[] = [];
  const coarse: boolean[] = [];
  let nowMs = 0;
  const fire = (what: string) => listeners.get(what)?.();
  const tryOut = coarsenMotion(
    {
      on: (what, listener) => listeners.set(what, listener),
      off: (what) => listeners.delete(what),
      once: (what, listener) => listeners.set(what, listener),
      getCanvasContainer: () => hand,
      setPixelRatio: (ratio) => {
        ratios.push(ratio);
        // As MapLibre does when the canvas size changes.
        for (const what of ['movestart', 'move', 'moveend']) fire(what);
      },
      triggerRepaint: () => undefined,
    },
    (isCoarse) => coarse.push(isCoarse),
    () => nowMs,
  );
  const trial = (frameMs: number) => {
    tryOut();
    fire('idle');
    for (let n = 0; n < 20; n += 1) {
      nowMs += frameMs;
      fire('render');
    }
  };
  const touch = () => void hand.dispatchEvent(new Event('pointerdown'));
  const release = () => void window.dispatchEvent(new Event('pointerup'));
  const drag = (...framesMs: number[]) => {
    touch();
    fire('movestart');
    fire('move');
    for (const tookMs of framesMs) {
      nowMs += tookMs;
      fire('move');
    }
    release();
    fire('moveend');
  };
  return {
    ratios,
    coarse,
    fire,
    touch,
    release,
    drag,
    trial,
    rest: () => void vi.advanceTimersByTime(SECOND_MS),
  };
}

describe('a dragged map', () => {
  beforeAll(() => {
    vi.stubGlobal('devicePixelRatio', 2);
    vi.useFakeTimers();
  });
  afterEach(() => void vi.runAllTimers());

  it('[M-P05] is rendered with fewer pixels after it was slow, and sharp at rest', () => {
    const { ratios, drag, rest } = slowMap();
    drag(60, 60, 30, 30);
    rest();
    expect(ratios).toEqual([]);
    drag(30, 30);
    expect(ratios).toEqual([1]);
    rest();
    expect(ratios).toEqual([1, null]);
  });

  it('[M-P05] is rendered coarsely from the first motion if a trial was slow', () => {
    const { coarse, drag, trial, rest } = slowMap();
    trial(60);
    drag(30, 30);
    expect(coarse).toEqual([true]);
    rest();
    expect(coarse).toEqual([true, false]);
  });

  it('[M-P05] stays sharp if a trial was fast', () => {
    const { ratios, drag, trial } = slowMap();
    trial(16);
    drag(16, 16);
    expect(ratios).toEqual([]);
  });

  it('[M-P05] is sharp again after a press without motion', () => {
    const { ratios, drag, touch, release, rest } = slowMap();
    drag(60, 60);
    rest();
    touch();
    rest();
    // While pressed: a size change would end the motion.
    expect(ratios).toEqual([1]);
    release();
    rest();
    expect(ratios).toEqual([1, null]);
  });

  it('[M-P05] has all pixels again if the machine has become fast', () => {
    const { ratios, drag, rest } = slowMap();
    drag(60, 60);
    rest();
    drag(8, 8, 8);
    rest();
    drag(16, 16);
    expect(ratios).toEqual([1, null]);
  });

  it('[M-P05] stays sharp on a fast machine despite single slow frames', () => {
    const { ratios, drag, rest } = slowMap();
    drag(16, 120, 16, 16, 60, 16);
    rest();
    drag(16, 16);
    expect(ratios).toEqual([]);
  });

  it('[M-P05] ignores a removed map', () => {
    const { ratios, drag, fire, rest } = slowMap();
    drag(60, 60);
    drag(30);
    fire('remove');
    rest();
    expect(ratios).toEqual([1]);
  });
});
