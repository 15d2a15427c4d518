import type { Jt1078Frame } from '@roadworthy/protocols';
import { RtpClock, type RtpPacket } from './rtp.ts';
import type { MediaOffer } from './session-description.ts';

/** A frame of a camera, in the format that the hub accepts from any source. */
export type CameraFrame = Omit<Jt1078Frame, 'channel'>;

const START_CODE = Buffer.from([0, 0, 0, 1]);
const MAX_PICTURE_BYTES = 8 * 1024 * 1024;

/** How a codec packs its NAL units into packets. */
interface Form {
  readonly headBytes: number;
  typeOf(head: number): number;
  readonly aggregate: number;
  readonly fragment: number;
  /** The header of a NAL unit that arrived in fragments. */
  wholeHead(payload: Buffer): Buffer;
  isPicture(type: number): boolean;
  isKey(type: number): boolean;
  isParameterSet(type: number): boolean;
}

/** RFC 6184: single units, STAP-A, FU-A. */
const H264: Form = {
  headBytes: 1,
  typeOf: (head) => head & 0x1f,
  aggregate: 24,
  fragment: 28,
  wholeHead: (payload) =>
    Buffer.from([((payload[0] as number) & 0xe0) | ((payload[1] as number) & 0x1f)]),
  isPicture: (type) => type >= 1 && type <= 5,
  isKey: (type) => type === 5,
  isParameterSet: (type) => type === 7 || type === 8,
};
/** RFC 7798: single units, aggregation, fragments; without DONL. */
const H265: Form = {
  headBytes: 2,
  typeOf: (head) => (head >> 1) & 0x3f,
  aggregate: 48,
  fragment: 49,
  wholeHead: (payload) =>
    Buffer.from([
      ((payload[0] as number) & 0x81) | (((payload[2] as number) & 0x3f) << 1),
      payload[1] as number,
    ]),
  isPicture: (type) => type <= 31,
  isKey: (type) => type >= 16 && type <= 21,
  isParameterSet: (type) => type >= 32 && type <= 34,
};

/** Reassembles RTP packets of H.264 or H.265 to frames. After a loss it waits for a key frame. */
export class RtpFrames {
  readonly #form: Form;
  readonly #clock: RtpClock;
  #units: Buffer[] = [];
  #fragments: Buffer[] = [];
  #bytes = 0;
  #sequence: number | null = null;
  #timestamp: number | null = null;
  #awaitsKey = true;
  #isBroken = false;

  constructor(private readonly offer: MediaOffer) {
    this.#form = offer.coding === 'h264' ? H264 : H265;
    this.#clock = new RtpClock(offer.clockRateHz);
  }

  /** Adds the next packet; returns the frame that it completes, if any. */
  add(packet: RtpPacket): CameraFrame[] {
    const frames: CameraFrame[] = [];
    if (this.#sequence !== null && packet.sequence !== ((this.#sequence + 1) & 0xffff)) {
      this.#isBroken = true;
    }
    this.#sequence = packet.sequence;
    // The marker is missing or its packet was lost: another timestamp means another frame.
    if (this.#timestamp !== null && this.#timestamp !== packet.timestamp)
      frames.push(...this.#end());
    this.#timestamp = packet.timestamp;
    this.#read(packet.payload);
    if (packet.isMarked) frames.push(...this.#end());
    return frames;
  }

  #read(payload: Buffer): void {
    const { headBytes, typeOf, aggregate, fragment } = this.#form;
    if (payload.length <= headBytes) return;
    const type = typeOf(payload[0] as number);
    if (type === aggregate) this.#readAggregate(payload.subarray(headBytes));
    else if (type === fragment) this.#readFragment(payload);
    else this.#addUnit(payload);
  }

  #readAggregate(rest: Buffer): void {
    let at = 0;
    while (at + 2 <= rest.length) {
      const length = rest.readUInt16BE(at);
      if (at + 2 + length > rest.length) return;
      if (length > this.#form.headBytes) this.#addUnit(rest.subarray(at + 2, at + 2 + length));
      at += 2 + length;
    }
  }

  #readFragment(payload: Buffer): void {
    const headEnd = this.#form.headBytes + 1;
    if (payload.length <= headEnd) return;
    const flags = payload[headEnd - 1] as number;
    if ((flags & 0x80) !== 0) this.#fragments = [this.#form.wholeHead(payload)];
    else if (this.#fragments.length === 0) return;
    const piece = payload.subarray(headEnd);
    this.#fragments.push(piece);
    this.#grow(piece.length);
    if ((flags & 0x40) === 0) return;
    const unit = Buffer.concat(this.#fragments);
    this.#fragments = [];
    this.#units.push(unit);
  }

  #addUnit(unit: Buffer): void {
    this.#units.push(unit);
    this.#grow(unit.length);
  }

  #grow(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= MAX_PICTURE_BYTES) return;
    this.#isBroken = true;
    this.#forget();
  }

  #forget(): void {
    this.#units = [];
    this.#fragments = [];
    this.#bytes = 0;
  }

  /** The current frame; parameter sets alone wait for theirs. */
  #end(): CameraFrame[] {
    const types = this.#units.map((unit) => this.#form.typeOf(unit[0] as number));
    if (!types.some(this.#form.isPicture)) {
      if (this.#isBroken) this.#forget();
      return [];
    }
    const isKeyFrame = types.some(this.#form.isKey);
    const units = this.#units;
    const isWhole = !this.#isBroken;
    this.#isBroken = false;
    this.#forget();
    const timestampMs = this.#clock.toMs(this.#timestamp ?? 0);
    if (!isWhole) this.#awaitsKey = true;
    if (!isWhole || (this.#awaitsKey && !isKeyFrame)) return [];
    this.#awaitsKey = false;
    const hasSets = types.some(this.#form.isParameterSet);
    const all = isKeyFrame && !hasSets ? [...this.offer.parameterSets, ...units] : units;
    const body = Buffer.concat(all.flatMap((unit) => [START_CODE, unit]));
    const coding = this.offer.coding;
    return [{ kind: 'video', coding, isKeyFrame, timestampMs, body }];
  }
}
