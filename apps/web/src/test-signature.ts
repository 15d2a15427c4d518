/** What the pad of a test gives out as drawn: a picture of the text "hello". */
export const SIGNATURE = 'data:image/png;base64,aGVsbG8=';

/** The end of a stroke, to be called by a test. */
export const pad = { end: (): unknown => undefined };

/**
 * Stands for `signature_pad`, because no canvas can be drawn on in tests:
 * `vi.mock('signature_pad', () => import('…/test-signature.ts'))`.
 */
export default class {
  addEventListener(name: string, listener: () => void) {
    if (name === 'endStroke') pad.end = listener;
  }
  removeEventListener() {}
  off() {}
  clear() {}
  toDataURL() {
    return SIGNATURE;
  }
}
