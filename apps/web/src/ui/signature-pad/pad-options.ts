/** The pad as it is specified (requirements P-140 to P-146), sizes in pixels, time in milliseconds. */
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

/** A name has at least so many letters, blanks around it not counted (P-135, P-136, OP-033). */
export const MIN_NAME_LENGTH = 2;

/** A signature as it is given out (requirement P-137). */
export interface Signature {
  readonly name: string;
  /** A data URL of a PNG of 500 by 250. */
  readonly image: string;
}

/** Whether a value is the address of a kept signature, which is never given out again (P-134). */
export function isAddress(value: string): boolean {
  return value.includes('http') || !value.startsWith('data:');
}
