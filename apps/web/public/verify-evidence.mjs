#!/usr/bin/env node
/*
 * Verifies a Roadworthy evidence pack, offline and without dependencies:
 *
 *   node verify-evidence.mjs pack.zip [--fingerprint <SHA-256 of the public key>]
 *
 * Node 20 or later, or a browser as a module. It reports each entry that was changed, removed or added,
 * and each record whose hash or place in the chain is wrong. Exit code: 0 unchanged, 1 not, 2 unusable.
 * docs/evidence-packs.md describes the format.
 */

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const MAX_32 = 0xffffffff;
const MAX_16 = 0xffff;
/** Entries that the manifest cannot list. */
const UNLISTED = ['manifest.json', 'manifest.sig'];
const PART_BYTES = 1 << 20;
const FORMAT = 'roadworthy-evidence/1';

/** The file is not an archive that can be read. */
class Unreadable extends Error {}

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const text = (bytes) => new TextDecoder('utf-8').decode(bytes);
const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
const viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function joined(parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

let crcTable;
/** CRC-32 of ZIP; tells which of two entries was changed when only a signature fails. */
function crc32(bytes, before = 0) {
  crcTable ??= Uint32Array.from({ length: 256 }, (_, n) => {
    let value = n;
    for (let bit = 0; bit < 8; bit += 1)
      value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    return value;
  });
  let crc = ~before;
  for (const byte of bytes) crc = crcTable[(crc ^ byte) & 255] ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** The end of the central directory: number of entries, offset and size of the directory. */
async function endOf(source) {
  const tailBytes = Math.min(source.size, 22 + MAX_16);
  const tail = await source.read(source.size - tailBytes, tailBytes);
  const view = viewOf(tail);
  for (let at = tail.length - 22; at >= 0; at -= 1) {
    if (view.getUint32(at, true) !== END) continue;
    const endAt = source.size - tailBytes + at;
    if (at + 22 + view.getUint16(at + 20, true) !== tail.length) continue;
    const plain = {
      count: view.getUint16(at + 10, true),
      size: view.getUint32(at + 12, true),
      offset: view.getUint32(at + 16, true),
      endAt,
    };
    if (plain.count !== MAX_16 && plain.size !== MAX_32 && plain.offset !== MAX_32) return plain;
    if (endAt < 20) throw new Unreadable('the end of the archive is damaged');
    const locator = viewOf(await source.read(endAt - 20, 20));
    if (locator.getUint32(0, true) !== LOCATOR_64) return plain;
    const farAt = Number(locator.getBigUint64(8, true));
    const far = viewOf(await source.read(farAt, 56));
    if (far.getUint32(0, true) !== END_64)
      throw new Unreadable('the end of the archive is damaged');
    return {
      count: Number(far.getBigUint64(32, true)),
      size: Number(far.getBigUint64(40, true)),
      offset: Number(far.getBigUint64(48, true)),
      endAt: farAt,
    };
  }
  throw new Unreadable('this is not a ZIP archive');
}

/** The offset of an entry beyond 4 GB is in its extra field. */
function farOffset(extra) {
  const view = viewOf(extra);
  for (let at = 0; at + 4 <= extra.length; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) === 1) return Number(view.getBigUint64(at + 4, true));
  }
  throw new Unreadable('an entry has no offset');
}

async function directoryOf(source) {
  const { count, size, offset, endAt } = await endOf(source);
  if (offset + size !== endAt) throw new Unreadable('the directory of the archive is damaged');
  const bytes = await source.read(offset, size);
  const view = viewOf(bytes);
  const entries = [];
  let at = 0;
  for (let n = 0; n < count; n += 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== CENTRAL) {
      throw new Unreadable('the directory of the archive is damaged');
    }
    const nameEnd = at + 46 + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    const plainOffset = view.getUint32(at + 42, true);
    entries.push({
      name: text(bytes.subarray(at + 46, nameEnd)),
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      header: bytes.slice(at + 8, at + 30),
      offset: plainOffset === MAX_32 ? farOffset(bytes.subarray(nameEnd, extraEnd)) : plainOffset,
    });
    at = extraEnd + view.getUint16(at + 32, true);
  }
  return { entries, directoryAt: offset };
}

/** Where the bytes of an entry are; null if its own header says something else than the directory. */
async function placeOf(source, entry) {
  if (entry.offset + 30 > source.size) return null;
  const header = await source.read(entry.offset, 30);
  const view = viewOf(header);
  if (view.getUint32(0, true) !== LOCAL) return null;
  const nameBytes = view.getUint16(26, true);
  const start = entry.offset + 30 + nameBytes + view.getUint16(28, true);
  if (start + entry.packed > source.size) return null;
  const name = text(await source.read(entry.offset + 30, nameBytes));
  // With flag 8 the sizes and the checksum follow the content.
  const compared = entry.flags & 8 ? 8 : 22;
  const isSame =
    name === entry.name &&
    hex(header.subarray(6, 6 + compared)) === hex(entry.header.subarray(0, compared));
  return isSame ? { start, end: start + entry.packed } : null;
}

/** The content of an entry in parts. */
async function* partsOf(source, entry) {
  const place = await placeOf(source, entry);
  if (place === null) throw new Unreadable('its header is damaged');
  async function* packed() {
    for (let at = place.start; at < place.end; at += PART_BYTES) {
      yield await source.read(at, Math.min(PART_BYTES, place.end - at));
    }
  }
  if (entry.method === 0) {
    yield* packed();
  } else if (entry.method === 8) {
    const stream = new ReadableStream({
      async start(controller) {
        for await (const part of packed()) controller.enqueue(part);
        controller.close();
      },
    }).pipeThrough(new DecompressionStream('deflate-raw'));
    const reader = stream.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } else throw new Unreadable('its compression is unknown');
}

/** Size, hash and checksum of an entry; `each` gets its parts. */
async function measure(source, entry, each) {
  const digest = source.digest();
  let size = 0;
  let crc = 0;
  for await (const part of partsOf(source, entry)) {
    size += part.length;
    crc = crc32(part, crc);
    digest.update(part);
    each?.(part);
  }
  return { size, crc, sha256: await digest.hex() };
}

async function contentOf(source, entry) {
  const parts = [];
  for await (const part of partsOf(source, entry)) parts.push(part);
  return joined(parts);
}

/** The public key of a PEM text: its DER. */
function derOf(pem) {
  const body = pem.replace(/-----[A-Z ]+-----/g, '').replace(/\s+/g, '');
  return Uint8Array.from(atob(body), (sign) => sign.charCodeAt(0));
}

async function isSigned(der, signature, bytes) {
  const key = await crypto.subtle.importKey('spki', der, { name: 'Ed25519' }, false, ['verify']);
  return crypto.subtle.verify({ name: 'Ed25519' }, key, signature, bytes);
}

/** Lines of a JSON array with one value per line, without the commas between them. */
function lineReader(each) {
  let rest = [];
  const line = (bytes) => {
    const end = bytes.at(-1) === 44 ? bytes.length - 1 : bytes.length;
    if (bytes[0] === 123) each(bytes.subarray(0, end));
  };
  return {
    push: (part) => {
      let from = 0;
      for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, from)) {
        line(joined([...rest, part.subarray(from, at)]));
        rest = [];
        from = at + 1;
      }
      if (from < part.length) rest.push(part.slice(from));
    },
    end: () => line(joined(rest)),
  };
}

/** Entries twice, headers that disagree with the directory, and bytes outside the entries. */
async function structureProblems(source, entries, directoryAt) {
  const problems = [];
  const names = new Set();
  for (const { name } of entries) {
    if (names.has(name)) problems.push({ code: 'entry_twice', entry: name });
    names.add(name);
  }
  let end = 0;
  for (const entry of [...entries].sort((a, b) => a.offset - b.offset)) {
    const place = await placeOf(source, entry);
    if (place === null) {
      problems.push({ code: 'entry_damaged', entry: entry.name });
      return problems;
    }
    // A writer that does not know sizes in advance appends 12 to 24 bytes to each entry.
    const gap = entry.offset - end;
    if (gap !== 0 && gap !== 12 && gap !== 16 && gap !== 20 && gap !== 24) {
      problems.push({ code: 'bytes_outside', entry: entry.name });
    }
    end = place.end;
  }
  if (directoryAt - end > 24) problems.push({ code: 'bytes_outside', entry: 'manifest.json' });
  return problems;
}

/** The records of an entry against the chain: each line by its hash and place. */
async function recordProblems(source, entry, links) {
  const hashes = [];
  const lines = lineReader((bytes) => {
    let id = null;
    try {
      id = JSON.parse(text(bytes)).id;
    } catch {
      // A changed line need not be JSON any more.
    }
    hashes.push({ id, hash: sha256(bytes) });
  });
  for await (const part of partsOf(source, entry)) lines.push(part);
  lines.end();
  const problems = [];
  const found = await Promise.all(
    hashes.map(async (one) => ({ ...one, hash: hex(await one.hash) })),
  );
  const expected = new Set(links.map(({ sha256: hash }) => hash));
  const present = new Set(found.map(({ hash }) => hash));
  const lost = links.filter(({ sha256: hash }) => !present.has(hash));
  const unknown = found.filter(({ hash }) => !expected.has(hash));
  const lostIds = new Set(lost.map(({ id }) => id));
  for (const { id } of lost) {
    const isChanged = unknown.some((one) => one.id === id) || lost.length === unknown.length;
    problems.push({
      code: isChanged ? 'record_changed' : 'record_missing',
      entry: entry.name,
      record: id,
    });
  }
  if (lost.length !== unknown.length) {
    for (const { id } of unknown.filter((one) => !lostIds.has(one.id))) {
      problems.push({ code: 'record_added', entry: entry.name, record: id });
    }
  }
  return problems;
}

/** Whether each link of the chain follows from the one before it. */
async function chainProblems(links, { head, records }) {
  let chain = new Uint8Array(32);
  for (const link of links) {
    const hash = Uint8Array.from(link.sha256.match(/../g) ?? [], (byte) =>
      Number.parseInt(byte, 16),
    );
    chain = await sha256(joined([chain, hash]));
    if (hex(chain) !== link.chain) {
      return [{ code: 'chain_broken', entry: link.entry, record: link.id }];
    }
  }
  return hex(chain) === head && links.length === records
    ? []
    : [{ code: 'chain_broken', entry: 'chain.json' }];
}

async function signatureProblems(source, byName, manifestBytes, manifest, trusted) {
  const problems = [];
  for (const name of UNLISTED) {
    const entry = byName.get(name);
    const { crc } = await measure(source, entry);
    if (crc !== entry.crc) problems.push({ code: 'entry_changed', entry: name });
  }
  const pem = text(await contentOf(source, byName.get('public-key.pem')));
  let fingerprint = null;
  let isValid = false;
  try {
    const der = derOf(pem);
    fingerprint = hex(await sha256(der));
    const signature = derOf(text(await contentOf(source, byName.get('manifest.sig'))));
    isValid = await isSigned(der, signature, manifestBytes);
  } catch (error) {
    if (error?.name === 'NotSupportedError') throw new Unreadable('this browser has no Ed25519');
  }
  if (!isValid) problems.push({ code: 'signature_invalid', entry: 'manifest.sig' });
  if (manifest?.key?.fingerprint !== fingerprint) {
    problems.push({ code: 'entry_changed', entry: 'public-key.pem' });
  }
  if (trusted !== null && fingerprint !== trusted) {
    problems.push({ code: 'key_other', entry: 'public-key.pem' });
  }
  return { problems, fingerprint };
}

/**
 * Verifies a pack.
 *
 * @param source `{ size, read(offset, length), digest() }`
 * @param options `fingerprint`: the key that must have signed; `progress(done, total)` in entries
 * @returns `{ problems, manifest, fingerprint }`; without problems the pack is unchanged
 * @throws Unreadable if the file is not a pack
 */
export async function verifyPack(source, { fingerprint: trusted = null, progress } = {}) {
  const { entries, directoryAt } = await directoryOf(source);
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const problems = await structureProblems(source, entries, directoryAt);
  const required = [...UNLISTED, 'public-key.pem'];
  const lacking = required.filter((name) => !byName.has(name));
  for (const entry of lacking) problems.push({ code: 'entry_missing', entry });
  if (!byName.has('manifest.json')) return { problems, manifest: null, fingerprint: null };
  let manifestBytes = new Uint8Array();
  let manifest = null;
  try {
    manifestBytes = await contentOf(source, byName.get('manifest.json'));
    manifest = JSON.parse(text(manifestBytes));
  } catch {
    problems.push({ code: 'entry_changed', entry: 'manifest.json' });
  }
  let fingerprint = null;
  if (lacking.length === 0) {
    const signed = await signatureProblems(source, byName, manifestBytes, manifest, trusted);
    fingerprint = signed.fingerprint;
    problems.push(...signed.problems);
  }
  if (manifest !== null && manifest.format !== FORMAT) {
    problems.push({ code: 'format_unknown', entry: 'manifest.json' });
  }
  const listed = Array.isArray(manifest?.entries) ? manifest.entries : null;
  if (listed === null) return { problems: distinct(problems), manifest, fingerprint };
  const names = new Set([...UNLISTED, ...listed.map(({ name }) => name)]);
  for (const { name } of entries) {
    if (!names.has(name)) problems.push({ code: 'entry_added', entry: name });
  }
  // Hashes of a manifest that was itself changed do not tell which of the two is right.
  const isSignedManifest = !problems.some(({ code }) => code === 'signature_invalid');
  const changed = [];
  for (const [n, { name, size, sha256: hash }] of listed.entries()) {
    progress?.(n, listed.length);
    const entry = byName.get(name);
    if (entry === undefined) {
      problems.push({ code: 'entry_missing', entry: name });
      continue;
    }
    const found = await measure(source, entry).catch(() => null);
    if (found !== null && found.size === size && found.sha256 === hash) {
      if (found.crc !== entry.crc) problems.push({ code: 'entry_damaged', entry: name });
      continue;
    }
    problems.push({ code: isSignedManifest ? 'entry_changed' : 'entry_differs', entry: name });
    changed.push(name);
  }
  progress?.(listed.length, listed.length);
  let links = null;
  try {
    links = JSON.parse(text(await contentOf(source, byName.get('chain.json'))));
    problems.push(...(await chainProblems(links, manifest.chain)));
  } catch {
    links = null;
  }
  for (const name of changed) {
    const own = links?.filter(({ entry }) => entry === name) ?? [];
    if (own.length === 0) continue;
    problems.push(...(await recordProblems(source, byName.get(name), own).catch(() => [])));
  }
  return { problems: distinct(problems), manifest, fingerprint };
}

function distinct(problems) {
  const known = new Set();
  return problems.filter((problem) => {
    const key = JSON.stringify(problem);
    return known.has(key) ? false : known.add(key);
  });
}

/** A digest of bytes in memory; WebCrypto has none that takes parts. */
function wholeDigest() {
  const parts = [];
  return {
    update: (part) => void parts.push(part),
    hex: async () => hex(await sha256(joined(parts))),
  };
}

/** A file that was selected in a browser. It stays on this machine. */
export const blobSource = (blob) => ({
  size: blob.size,
  read: async (offset, length) =>
    new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer()),
  digest: wholeDigest,
});

const SENTENCES = {
  entry_changed: 'was changed',
  entry_differs: 'differs from the manifest, whose signature is wrong',
  entry_missing: 'is missing',
  entry_added: 'was added',
  entry_twice: 'is in the archive twice',
  entry_damaged: 'is damaged: its header disagrees with the directory',
  bytes_outside: 'has bytes before or after it that belong to no entry',
  signature_invalid: 'does not fit manifest.json: the manifest or the signature was changed',
  key_other: 'is not the expected key',
  format_unknown: 'has an unknown format',
  record_changed: 'record was changed',
  record_missing: 'record is missing',
  record_added: 'record was added',
  chain_broken: 'the hash chain is broken here',
};

/** A problem as an English sentence. */
export function sentenceOf({ code, entry, record }) {
  return `${entry}${record == null ? '' : ` (record ${record})`}: ${SENTENCES[code] ?? code}`;
}

async function main(argv) {
  const { createHash } = await import('node:crypto');
  const { open } = await import('node:fs/promises');
  const at = argv.indexOf('--fingerprint');
  const fingerprint = at < 0 ? null : (argv[at + 1] ?? '').toLowerCase();
  const path = argv.find((one, n) => !one.startsWith('--') && (at < 0 || n !== at + 1));
  if (path === undefined) {
    console.error('Usage: node verify-evidence.mjs pack.zip [--fingerprint <SHA-256>]');
    return 2;
  }
  const file = await open(path, 'r').catch((error) => {
    throw new Unreadable(error.message);
  });
  try {
    const { size } = await file.stat();
    const source = {
      size,
      read: async (offset, length) => {
        const bytes = new Uint8Array(length);
        const { bytesRead } = await file.read(bytes, 0, length, offset);
        return bytes.subarray(0, bytesRead);
      },
      digest: () => {
        const digest = createHash('sha256');
        return {
          update: (part) => void digest.update(part),
          hex: async () => digest.digest('hex'),
        };
      },
    };
    const { problems, manifest, fingerprint: found } = await verifyPack(source, { fingerprint });
    if (manifest !== null) {
      console.log(`${manifest.subject}, ${manifest.starts_on} to ${manifest.ends_on}`);
    }
    console.log(`Key: ${found ?? 'unreadable'}`);
    for (const problem of problems) console.log(`WRONG  ${sentenceOf(problem)}`);
    if (problems.length > 0) {
      console.log(`The pack is not as it was made: ${problems.length} problems.`);
      return 1;
    }
    const { entries, chain } = manifest;
    console.log(`Unchanged: ${entries.length} entries, ${chain.records} records, valid signature.`);
    if (fingerprint === null) {
      console.log('Compare the key with the fingerprint that the operator publishes.');
    }
    return 0;
  } finally {
    await file.close();
  }
}

const isNode = typeof process !== 'undefined' && Boolean(process.versions?.node);
if (isNode && process.argv[1] !== undefined) {
  const { pathToFileURL } = await import('node:url');
  const { realpathSync } = await import('node:fs');
  if (import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
    process.exitCode = await main(process.argv.slice(2)).catch((error) => {
      console.error(`Not verified: ${error.message}`);
      return 2;
    });
  }
}
