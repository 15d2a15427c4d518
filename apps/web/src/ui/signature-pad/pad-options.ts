/** Options of the pad (requirements P-140 to P-146), sizes in px, times in ms. */
export const PAD = {
  width: 500,
  height: 250,
  minWidth: 1,
  maxWidth: 3.5,
  velocityFilterWeight: 0.7,
  throttle: 16,
  minDistance: 5,
  penColor: 'black',
  backgroundColor: 'rgba(0,0,0,0)',
} as const;

/** Minimum length of a trimmed name (P-135, P-136, OP-033). */
export const MIN_NAME_LENGTH = 2;

/** A completed signature (requirement P-137). */
export interface Signature {
  readonly name: string;
  /** A data URL of a PNG of 500 by 250. */
  readonly image: string;
}

/** Whether a value is the address of a stored signature, which is never emitted again (P-134). */
export function isAddress(value: string): boolean {
  return value.includes('http') || !value.startsWith('data:');
}
