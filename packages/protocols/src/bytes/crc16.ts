/** A reflected CRC-16, table-driven: one table look-up per byte. */
function crc16(polynomial: number, start: number, finalXor: number) {
  const table = new Uint16Array(256);
  for (let n = 0; n < 256; n += 1) {
    let value = n;
    for (let bit = 0; bit < 8; bit += 1)
      value = value & 1 ? (value >>> 1) ^ polynomial : value >>> 1;
    table[n] = value;
  }
  return (bytes: Uint8Array, from = 0, to = bytes.length): number => {
    let crc = start;
    for (let i = from; i < to; i += 1) {
      crc = (crc >>> 8) ^ (table[(crc ^ (bytes[i] as number)) & 0xff] as number);
    }
    return crc ^ finalXor;
  };
}

/** CRC-16/ARC, as Teltonika uses it, over `bytes[from, to)`. */
export const crc16Arc = crc16(0xa001, 0, 0);
/** CRC-16/X-25 ("CRC-ITU"), as GT06 uses it, over `bytes[from, to)`. */
export const crc16X25 = crc16(0x8408, 0xffff, 0xffff);
