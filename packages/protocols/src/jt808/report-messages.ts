import type { DeviceRecord } from '../record.ts';
import { canRecord } from './can.ts';
import type { Jt808Message } from './frame.ts';
import { ID } from './message-ids.ts';
import { readPassthrough } from './passthrough.ts';
import { accelerationRecord, driverRecord, heartbeatRecord, terminalRecord } from './reports.ts';

/** A report without a location, and whether all of it is understood; null for other messages. */
export function readReport(
  { id, body, is2019 }: Pick<Jt808Message, 'id' | 'body' | 'is2019'>,
  offsetMin: number,
) {
  const whole = (record: DeviceRecord | null) =>
    record === null ? null : { record, complete: true };
  switch (id) {
    case ID.heartbeat:
      return whole(heartbeatRecord(body));
    case ID.terminal:
      return whole(terminalRecord(body, is2019));
    case ID.driver:
      return whole(driverRecord(body, offsetMin));
    case ID.can:
      return canRecord(body);
    case ID.passthrough:
      return readPassthrough(body, offsetMin);
    case ID.acceleration:
      return whole(accelerationRecord(body, offsetMin));
    default:
      return null;
  }
}
