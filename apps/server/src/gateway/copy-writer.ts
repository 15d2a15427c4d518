/** PostgreSQL counts binary timestamps from 2000-01-01 UTC, in microseconds. */
const EPOCH_MS = Date.UTC(2000, 0, 1);
/** About 285 years either way: a device with a broken clock may send any 64 bits. */
const FARTHEST_MS = 9e12;
const HIGH = 0x1_0000_0000;
const SMALLINT_OID = 21;
const JSONB_VERSION = 1;
const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const TRAILER_BYTES = 2;

/**
 * Writes rows as PostgreSQL's binary COPY format (PostgreSQL manual, COPY, "Binary Format") into
 * one growing, reusable buffer. Null writes a null field.
 */
export class CopyWriter {
  #bytes = Buffer.allocUnsafe(256 * 1024);
  #at = 0;

  /** Discards all rows. */
  begin(): void {
    this.#at = 0;
    this.#room(SIGNATURE.length);
    this.#at += SIGNATURE.copy(this.#bytes, 0);
  }

  /** Offset of the next byte. */
  get offset(): number {
    return this.#at;
  }

  /** The bytes from an offset; later writes overwrite them. */
  since(offset: number): Uint8Array {
    return this.#bytes.subarray(offset, this.#at);
  }

  /** Ends the rows. The bytes are overwritten after a reset. */
  end(): Buffer {
    this.#room(TRAILER_BYTES);
    this.#at = this.#bytes.writeInt16BE(-1, this.#at);
    return this.#bytes.subarray(0, this.#at);
  }

  row(fields: number): void {
    // Every field except text and JSON has at most 12 bytes.
    this.#room(2 + fields * 12);
    this.#at = this.#bytes.writeInt16BE(fields, this.#at);
  }

  int(value: number): void {
    this.#at = this.#bytes.writeInt32BE(4, this.#at);
    this.#at = this.#bytes.writeInt32BE(value, this.#at);
  }

  smallint(value: number | null): void {
    if (value === null) {
      this.#null();
      return;
    }
    this.#at = this.#bytes.writeInt32BE(2, this.#at);
    this.#at = this.#bytes.writeInt16BE(value, this.#at);
  }

  bigint(value: bigint): void {
    this.#at = this.#bytes.writeInt32BE(8, this.#at);
    this.#at = this.#bytes.writeBigInt64BE(value, this.#at);
  }

  boolean(value: boolean | null): void {
    if (value === null) {
      this.#null();
      return;
    }
    this.#at = this.#bytes.writeInt32BE(1, this.#at);
    this.#at = this.#bytes.writeUInt8(value ? 1 : 0, this.#at);
  }

  real(value: number | null): void {
    if (value === null) {
      this.#null();
      return;
    }
    this.#at = this.#bytes.writeInt32BE(4, this.#at);
    this.#at = this.#bytes.writeFloatBE(value, this.#at);
  }

  double(value: number | null): void {
    if (value === null) {
      this.#null();
      return;
    }
    this.#at = this.#bytes.writeInt32BE(8, this.#at);
    this.#at = this.#bytes.writeDoubleBE(value, this.#at);
  }

  /** @param timeMs ms since 1970 UTC */
  moment(timeMs: number): void {
    const boundedMs = Math.min(Math.max(timeMs, -FARTHEST_MS), FARTHEST_MS);
    const microseconds = Math.round((boundedMs - EPOCH_MS) * 1000);
    const high = Math.floor(microseconds / HIGH);
    this.#at = this.#bytes.writeInt32BE(8, this.#at);
    this.#at = this.#bytes.writeInt32BE(high, this.#at);
    this.#at = this.#bytes.writeUInt32BE(microseconds - high * HIGH, this.#at);
  }

  text(value: string | null): void {
    if (value === null) {
      this.#null();
      return;
    }
    this.#utf8(value, -1);
  }

  /** @param value JSON text that jsonb accepts */
  json(value: string | null): void {
    if (value === null) {
      this.#null();
      return;
    }
    this.#utf8(value, JSONB_VERSION);
  }

  smallints(values: readonly number[]): void {
    if (values.length === 0) {
      this.#null();
      return;
    }
    this.#room(24 + values.length * 6 + 256);
    const head = [20 + values.length * 6, 1, 0, SMALLINT_OID, values.length, 1];
    for (const value of head) this.#at = this.#bytes.writeInt32BE(value, this.#at);
    for (const value of values) this.smallint(value);
  }

  #null(): void {
    this.#at = this.#bytes.writeInt32BE(-1, this.#at);
  }

  #utf8(value: string, version: number): void {
    // At most three bytes per character, plus the following fields.
    this.#room(5 + value.length * 3 + 256);
    const lengthAt = this.#at;
    let at = lengthAt + 4;
    if (version >= 0) at = this.#bytes.writeUInt8(version, at);
    at += this.#bytes.write(value, at, 'utf8');
    this.#bytes.writeInt32BE(at - lengthAt - 4, lengthAt);
    this.#at = at;
  }

  #room(bytes: number): void {
    if (this.#at + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#at + bytes));
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
  }
}
