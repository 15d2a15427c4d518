import { createHash, type Hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { EvidenceKind } from '@roadworthy/domain';
import type { EvidenceKey } from '../evidence-key.ts';
import { ZipWriter } from './zip-writer.ts';

/** Version of the format that `docs/evidence-packs.md` describes. */
const FORMAT = 'roadworthy-evidence/1';

interface ArchivedEntry {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}

interface Link {
  readonly entry: string;
  readonly id: number;
  readonly sha256: string;
  readonly chain: string;
}

const sha256 = (...parts: readonly Buffer[]): Buffer => {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  return digest.digest();
};

/** Hashes and counts the bytes that pass through. */
async function* measured(
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
  digest: Hash,
  count: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  for await (const part of content) {
    digest.update(part);
    count(part.length);
    yield part;
  }
}

/**
 * A signed archive that is being written. Each record is one line of a JSON file. Its hash is linked to
 * the one before it; the manifest contains the last link and the hash of each entry, and is signed.
 */
export class EvidenceArchive {
  readonly #zip: ZipWriter;
  readonly #entries: ArchivedEntry[] = [];
  readonly #links: Link[] = [];
  /** The link before the first record. */
  #chain: Buffer = Buffer.alloc(32);

  constructor(
    file: FileHandle,
    private readonly key: EvidenceKey,
  ) {
    this.#zip = new ZipWriter(file);
  }

  /** Adds an entry. Returns its hash. */
  async add(name: string, content: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<string> {
    const digest = createHash('sha256');
    let size = 0;
    await this.#zip.add(
      name,
      measured(content, digest, (bytes) => {
        size += bytes;
      }),
    );
    const hash = digest.digest('hex');
    this.#entries.push({ name, size, sha256: hash });
    return hash;
  }

  /** Adds the records of a kind as a JSON array with one record per line. */
  async addRecords(
    kind: EvidenceKind,
    records: AsyncIterable<{ readonly id: number }>,
  ): Promise<void> {
    const entry = `records/${kind}.json`;
    const link = (id: number, line: Buffer) => {
      const digest = sha256(line);
      this.#chain = sha256(this.#chain, digest);
      const chain = this.#chain.toString('hex');
      this.#links.push({ entry, id, sha256: digest.toString('hex'), chain });
    };
    async function* lines() {
      let isFirst = true;
      yield Buffer.from('[');
      for await (const record of records) {
        const line = Buffer.from(JSON.stringify(record));
        link(record.id, line);
        yield Buffer.from(isFirst ? '\n' : ',\n');
        yield line;
        isFirst = false;
      }
      yield Buffer.from('\n]\n');
    }
    await this.add(entry, lines());
  }

  /** Adds chain, public key, manifest and signature. */
  async end(about: object): Promise<{ readonly records: number }> {
    const links = this.#links;
    function* chain() {
      yield Buffer.from('[');
      for (const [n, link] of links.entries()) {
        yield Buffer.from(`${n === 0 ? '' : ','}\n${JSON.stringify(link)}`);
      }
      yield Buffer.from('\n]\n');
    }
    await this.add('chain.json', chain());
    await this.add('public-key.pem', [Buffer.from(this.key.publicKey)]);
    const manifest = {
      format: FORMAT,
      ...about,
      key: { algorithm: 'Ed25519', fingerprint: this.key.fingerprint },
      chain: { algorithm: 'SHA-256', records: links.length, head: this.#chain.toString('hex') },
      entries: this.#entries,
    };
    const bytes = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
    await this.#zip.add('manifest.json', [bytes]);
    await this.#zip.add('manifest.sig', [Buffer.from(this.key.sign(bytes).toString('base64'))]);
    await this.#zip.end();
    return { records: links.length };
  }
}
