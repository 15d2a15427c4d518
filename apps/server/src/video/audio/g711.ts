/** A-law to 16 bits (ITU-T G.711). */
function fromALaw(code: number): number {
  const value = code ^ 0x55;
  const exponent = (value >> 4) & 7;
  const mantissa = ((value & 0x0f) << 4) + 8;
  const magnitude = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1);
  return (value & 0x80) !== 0 ? magnitude : -magnitude;
}

/** µ-law to 16 bits (ITU-T G.711). */
function fromMuLaw(code: number): number {
  const value = ~code & 0xff;
  const magnitude = ((((value & 0x0f) << 3) + 0x84) << ((value >> 4) & 7)) - 0x84;
  return (value & 0x80) !== 0 ? -magnitude : magnitude;
}

const TABLES = {
  g711a: Int16Array.from({ length: 256 }, (_, code) => fromALaw(code)),
  g711u: Int16Array.from({ length: 256 }, (_, code) => fromMuLaw(code)),
} as const;

/** G.711 as 16-bit little-endian PCM. */
export function decodeG711(coding: keyof typeof TABLES, bytes: Uint8Array): Buffer {
  const table = TABLES[coding];
  const pcm = Buffer.allocUnsafe(bytes.length * 2);
  for (const [index, code] of bytes.entries()) pcm.writeInt16LE(table[code] ?? 0, index * 2);
  return pcm;
}
