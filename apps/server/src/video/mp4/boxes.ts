/** A 16-bit number, big-endian. */
export function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value, 0);
  return bytes;
}

/** 32-bit numbers, big-endian. */
export function u32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}

/** A box of an MP4 (ISO/IEC 14496-12): size, type, content. */
export function box(type: string, ...content: readonly Uint8Array[]): Buffer {
  const size = content.reduce((sum, { length }) => sum + length, 8);
  return Buffer.concat([u32(size), Buffer.from(type, 'latin1'), ...content], size);
}

/** A box with a version and flags. */
export function fullBox(
  type: string,
  version: number,
  flags: number,
  ...content: readonly Uint8Array[]
): Buffer {
  return box(type, u32(version * 0x1000000 + flags), ...content);
}
