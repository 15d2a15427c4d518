/** The content of a login. */
export interface Gt06Login {
  readonly imei: string;
  /** Minutes that the device's clock is ahead of UTC; null if the login does not state it. */
  readonly timezoneOffsetMin: number | null;
}

const IMEI_BYTES = 8;

/** An IMEI of eight BCD bytes at an offset; null if there is none. */
export function readImei(content: Buffer, at: number): string | null {
  if (content.length < at + IMEI_BYTES) return null;
  const digits = content.toString('hex', at, at + IMEI_BYTES);
  return /^0\d{15}$/.test(digits) ? digits.slice(1) : null;
}

/** Decodes the content of a login; null if it is too short. */
export function readLogin(content: Buffer): Gt06Login | null {
  if (content.length < IMEI_BYTES) return null;
  const imei = content.toString('hex', 0, IMEI_BYTES).slice(1);
  if (!/^\d{15}$/.test(imei)) return null;
  if (content.length < 12) return { imei, timezoneOffsetMin: null };
  const word = content.readUInt16BE(10);
  const hundreds = word >> 4;
  const minutes = Math.floor(hundreds / 100) * 60 + (hundreds % 100);
  return { imei, timezoneOffsetMin: (word & 0b1000) !== 0 ? -minutes : minutes };
}

/** Decodes UTF-16 big-endian, which these devices use. */
function utf16(bytes: Buffer): string {
  const even = Buffer.from(bytes.subarray(0, bytes.length & ~1));
  return even.swap16().toString('utf16le');
}

/** Whether bytes are a text: they begin with a letter. */
export const isWordText = (bytes: Buffer): boolean =>
  /^[A-Za-z]/.test(bytes.toString('latin1', 0, 1));

/** The answer text of a command (15, 21). */
export function commandText(protocolNumber: number, content: Buffer): string {
  if (protocolNumber === 0x21) {
    const text = content.subarray(5);
    return content[4] === 2 ? utf16(text) : text.toString('latin1');
  }
  const length = Math.max(0, (content[0] ?? 0) - 4);
  return content.toString('latin1', 5, 5 + length);
}
