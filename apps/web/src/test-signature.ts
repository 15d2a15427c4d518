/** The drawing that the test pad returns: an image of the text "hello". */
export const SIGNATURE = 'data:image/png;base64,aGVsbG8=';

/** Called by a test to end a stroke. */
export const pad = { end: (): unknown => undefined };

/**
 * Replaces `signature_pad`, because tests have no canvas:
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
