const ZERO = 0x30;
const NINE = 0x39;

/** The digits of an IMEI; null if there is another character. */
export function digitsOf(bytes: Buffer, from: number, end: number): string | null {
  if (end <= from) return null;
  for (let at = from; at < end; at += 1) {
    const byte = bytes[at] as number;
    if (byte < ZERO || byte > NINE) return null;
  }
  return bytes.toString('latin1', from, end);
}
