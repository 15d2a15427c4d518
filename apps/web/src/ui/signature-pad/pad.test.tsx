import { cleanup, render } from '@testing-library/react';
import SignaturePad from 'signature_pad';
import { afterEach, expect, it, vi } from 'vitest';
import { Pad, type PadHandle } from './pad.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('[P-139] keeps its strokes as groups with a colour and timed points', () => {
  const nothing = () => undefined;
  // happy-dom draws nothing; the strokes are stored separately.
  const context = new Proxy({}, { get: () => nothing, set: () => true });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  HTMLCanvasElement.prototype.setPointerCapture ??= nothing;
  let kept: ReturnType<SignaturePad['toData']> = [];
  vi.spyOn(SignaturePad.prototype, 'toDataURL').mockImplementation(function (this: SignaturePad) {
    kept = this.toData();
    return 'data:image/png;base64,';
  });
  let drawn = 0;
  const count = () => {
    drawn += 1;
  };
  let pad: PadHandle | null = null;
  const handle = (made: PadHandle | null) => {
    pad = made;
  };
  const { container } = render(<Pad label="Pad" handle={handle} onDrawn={count} />);
  const canvas = container.querySelector('canvas') as HTMLCanvasElement;
  const at = (type: string, x: number, on: EventTarget = canvas) => {
    const buttons = type === 'pointerup' ? 0 : 1;
    const place = { clientX: x, clientY: 50, buttons, pointerId: 1, bubbles: true };
    on.dispatchEvent(new PointerEvent(type, place));
  };
  for (const first of [10, 200]) {
    at('pointerdown', first);
    at('pointermove', first + 40);
    at('pointerup', first + 40, window);
  }
  expect(drawn).toBe(2);
  (pad as PadHandle | null)?.image();
  expect(kept).toHaveLength(2);
  for (const { penColor, points } of kept) {
    expect(penColor).toBe('black');
    for (const point of points) {
      expect(point).toMatchObject({ x: expect.any(Number), y: 50, time: expect.any(Number) });
    }
  }
});
