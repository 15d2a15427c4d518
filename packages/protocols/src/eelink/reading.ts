import { EVENT } from '@roadworthy/domain';
import { cellText, macText } from '../bytes/network.ts';
import { type DeviceEvent, EMPTY_RECORD } from '../record.ts';
import { type RecordDraft, setPlace } from '../record-draft.ts';

/** Steps of a coordinate: ten-thousandths of three seconds of arc. */
export const UNITS_PER_DEGREE = 1_800_000;

/** The body of a packet while it is read; reading past its end makes it unreadable. */
export class BodyReader implements RecordDraft {
  at = 0;
  isShort = false;
  readonly values: RecordDraft['values'] = { ...EMPTY_RECORD };
  readonly attributes: RecordDraft['attributes'] = {};

  constructor(readonly body: Buffer) {}

  get left(): number {
    return this.body.length - this.at;
  }

  take(bytes: number): number | null {
    const from = this.at;
    if (from + bytes > this.body.length) {
      this.isShort = true;
      return null;
    }
    this.at += bytes;
    return from;
  }

  unsigned(bytes: 1 | 2 | 3 | 4): number {
    const at = this.take(bytes);
    return at === null ? 0 : this.body.readUIntBE(at, bytes);
  }

  signed(bytes: 1 | 2 | 4): number {
    const at = this.take(bytes);
    return at === null ? 0 : this.body.readIntBE(at, bytes);
  }

  hex(bytes: number): string {
    const at = this.take(bytes);
    return at === null ? '' : this.body.toString('hex', at, at + bytes);
  }

  mac(): string {
    const at = this.take(6);
    return at === null ? '' : macText(this.body.subarray(at, at + 6));
  }

  readTime(): void {
    this.values.timeMs = this.unsigned(4) * 1000;
  }

  readPlace(): void {
    const latitude = this.signed(4) / UNITS_PER_DEGREE;
    setPlace(this, latitude, this.signed(4) / UNITS_PER_DEGREE);
  }

  addText(name: string, text: string): void {
    const before = this.attributes[name];
    this.attributes[name] = before === undefined ? text : `${before};${text}`;
  }

  addCell(...parts: readonly number[]): void {
    this.addText('cells', cellText(...parts));
  }
}

/**
 * Bits of the status: a bit tells whether the device has the feature, the next one its state.
 *
 * @param isOld in the first version, the bit of the relay says that the circuit is closed
 */
export function readStatus(reader: BodyReader, status: number, isOld: boolean): void {
  const { values, attributes } = reader;
  const bit = (n: number) => ((status >> n) & 1) === 1;
  if (bit(1)) values.ignition = bit(2);
  if (bit(3)) {
    attributes.armed = bit(4);
    if (!isOld) attributes.movement = bit(9);
  }
  if (bit(5)) attributes.blocked = isOld ? !bit(6) : bit(6);
  if (bit(7)) attributes.charging = bit(8);
  attributes.status = status;
}

/** Alarm numbers with an event. */
const ALARMS: Readonly<Record<number, number>> = {
  1: EVENT.powerDisconnected,
  2: EVENT.panicButton,
  3: EVENT.lowBattery,
  4: EVENT.shock,
  37: EVENT.tampering,
  130: EVENT.overSpeed,
  131: EVENT.geofenceEntered,
  132: EVENT.geofenceLeft,
  133: EVENT.collision,
};

export function readAlarm({ values, attributes }: BodyReader, alarm: number): void {
  attributes.alarm = alarm;
  const code = ALARMS[alarm];
  const events: DeviceEvent[] = code === undefined ? [] : [{ code, kind: 'pulse' }];
  values.events = events;
}
