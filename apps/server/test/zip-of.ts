import { deflateRawSync } from 'node:zlib';

/** What the directory of an archive says, where that is not the truth. */
interface Lies {
  readonly unpackedBytes?: number;
  /** The packed bytes; nothing that could be unpacked. */
  readonly packed?: Buffer;
}

/** A ZIP of one file with its directory. */
export function zipOf(name: string, content: Buffer, lies: Lies = {}): Buffer {
  const packed = lies.packed ?? deflateRawSync(content, { level: 9 });
  const unpackedBytes = lies.unpackedBytes ?? content.length;
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20, 0);
  facts.writeUInt16LE(8, 4);
  facts.writeUInt32LE(packed.length, 14);
  facts.writeUInt32LE(unpackedBytes, 18);
  facts.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), facts, Buffer.from(name)]);
  const entry = Buffer.concat([
    Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'),
    facts,
    // Comment, disk, attributes, and the place of the file, which is the start.
    Buffer.alloc(14),
    Buffer.from(name),
  ]);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt32LE(local.length + packed.length, 16);
  return Buffer.concat([local, packed, entry, end]);
}
