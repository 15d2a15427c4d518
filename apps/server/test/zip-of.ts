import { deflateRawSync } from 'node:zlib';

/** A ZIP of one file, as small as it goes. */
export function zipOf(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content, { level: 1 });
  const header = Buffer.alloc(30);
  header.write('PK\u0003\u0004', 'latin1');
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(8, 8);
  header.writeUInt32LE(packed.length, 18);
  header.writeUInt32LE(content.length, 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, Buffer.from(name), packed]);
}
