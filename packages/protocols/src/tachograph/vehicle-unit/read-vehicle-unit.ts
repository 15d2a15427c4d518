/** Files of vehicle units: messages of SID 76 with their transfer type (appendix 7, 2.3). */
import { type CardFile, readCard } from '../card/read-card.ts';
import { ProblemList, type TachographProblem } from '../problems.ts';
import { endOfPart, type PartPlace, type PartReading, readPart } from './part-bytes.ts';
import type { PartName } from './parts.ts';
import type { Form } from './records.ts';

export const POSITIVE_RESPONSE = 0x76;
const HEADER_BYTES = 2;
const INTERFACE_VERSION = 0x00;
const INTERFACE_VERSION_BYTES = 2;
const CARD_DOWNLOAD = 0x06;

/** Transfer type of each part by generation. Version 2 keeps detailed speed of version 1. */
export const TRANSFER_TYPES: Readonly<Record<number, { part: PartName; form: Form }>> = {
  1: { part: 'overview', form: '1' },
  2: { part: 'activities', form: '1' },
  3: { part: 'events_and_faults', form: '1' },
  4: { part: 'speed', form: '1' },
  5: { part: 'technical_data', form: '1' },
  33: { part: 'overview', form: '2' },
  34: { part: 'activities', form: '2' },
  35: { part: 'events_and_faults', form: '2' },
  36: { part: 'speed', form: '2' },
  37: { part: 'technical_data', form: '2' },
  49: { part: 'overview', form: '2v2' },
  50: { part: 'activities', form: '2v2' },
  51: { part: 'events_and_faults', form: '2v2' },
  52: { part: 'speed', form: '2v2' },
  53: { part: 'technical_data', form: '2v2' },
};

export type Transfer = {
  [P in PartName]: PartReading<P> & {
    readonly part: P;
    readonly form: Form;
    readonly offset: number;
  };
}[PartName];

export interface VehicleUnitFile {
  readonly kind: 'vehicle_unit';
  /** The newest generation of its transfers. */
  readonly form: Form;
  readonly transfers: Transfer[];
  /** A card that was downloaded through the vehicle unit. */
  readonly card: CardFile | null;
  readonly problems: TachographProblem[];
}

/** A message begins here. */
export function isTransfer(bytes: Uint8Array, at: number): boolean {
  if (bytes[at] !== POSITIVE_RESPONSE || at + HEADER_BYTES > bytes.length) return false;
  const type = bytes[at + 1] as number;
  return type === INTERFACE_VERSION || type === CARD_DOWNLOAD || type in TRANSFER_TYPES;
}

/** First byte behind a message whose structure is sound; null for any other bytes. */
function endOfTransfer(bytes: Uint8Array, at: number): number | null {
  const kind = isTransfer(bytes, at) ? TRANSFER_TYPES[bytes[at + 1] as number] : undefined;
  return kind === undefined ? null : endOfPart(bytes, { ...kind, at: at + HEADER_BYTES });
}

/** A message whose structure is sound and that another one or the end follows. */
function isWholeTransfer(bytes: Uint8Array, at: number): boolean {
  const end = endOfTransfer(bytes, at);
  return end !== null && (end === bytes.length || isTransfer(bytes, end));
}

/** Where the next sound message begins after damaged bytes; the end of the file if there is none. */
function nextTransfer(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(POSITIVE_RESPONSE, from);
  while (at >= 0 && !isWholeTransfer(bytes, at)) at = bytes.indexOf(POSITIVE_RESPONSE, at + 1);
  return at < 0 ? bytes.length : at;
}

const FORMS: readonly Form[] = ['1', '2', '2v2'];

class VehicleUnitReader {
  readonly transfers: Transfer[] = [];
  card: CardFile | null = null;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly problems: ProblemList,
  ) {}

  readAll(start: number): void {
    let at = start;
    while (at < this.bytes.length) at = this.#step(at);
  }

  /** The place of the next message; always behind `at`. */
  #step(at: number): number {
    const { bytes, problems } = this;
    if (!isTransfer(bytes, at)) {
      const next = nextTransfer(bytes, at + 1);
      problems.add({ code: 'unrecognised_bytes', where: '', offset: at, foundBytes: next - at });
      return next;
    }
    const type = bytes[at + 1] as number;
    const from = at + HEADER_BYTES;
    if (type === INTERFACE_VERSION) return from + INTERFACE_VERSION_BYTES;
    if (type === CARD_DOWNLOAD) {
      this.card = readCard(bytes, from, problems);
      return bytes.length;
    }
    const { part, form } = TRANSFER_TYPES[type] as { part: PartName; form: Form };
    const place = { part, form, at: from };
    const end = this.#endOf(place);
    const reading = readPart(bytes.subarray(0, end), place, problems);
    this.transfers.push({ part, form, offset: at, ...reading } as Transfer);
    return end;
  }

  /**
   * A damaged part swallows bytes of the messages behind it, and the first sound message within it ends it. A sound
   * part in front of a damaged message can contain bytes that look like one; they end with the part.
   */
  #endOf(place: PartPlace): number {
    const { bytes } = this;
    const end = endOfPart(bytes, place);
    if (end !== null && (end === bytes.length || isWholeTransfer(bytes, end))) return end;
    let next = nextTransfer(bytes, place.at);
    if (end === null) return next;
    if (isTransfer(bytes, end)) {
      while (next < end && endOfTransfer(bytes, next) === end) next = nextTransfer(bytes, next + 1);
    }
    return Math.min(next, end);
  }
}

export function readVehicleUnit(
  bytes: Uint8Array,
  start: number,
  problems: ProblemList = new ProblemList(),
): VehicleUnitFile {
  const reader = new VehicleUnitReader(bytes, problems);
  reader.readAll(start);
  const newest = Math.max(0, ...reader.transfers.map(({ form }) => FORMS.indexOf(form)));
  return {
    kind: 'vehicle_unit',
    form: FORMS[newest] as Form,
    transfers: reader.transfers,
    card: reader.card,
    problems: problems.list,
  };
}
