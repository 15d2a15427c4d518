import { EMPTY_RECORD } from '../record.ts';
import { alarmEvents } from './alarms.ts';
import { cellBytes } from './cells.ts';
import { readStatusModules } from './modules.ts';
import { cellMessage } from './network-messages.ts';
import { GPS_BYTES, isPositionAt } from './position.ts';
import { isOwnImei, type MessageReader, part, whole } from './reading.ts';
import { merged, readPlace, tagOf, withOdometer, withReport } from './record-fields.ts';
import { describeAlarm, heartbeat, readBattery, readInfo, STATUS_BYTES } from './status.ts';

/**
 * Position of vehicle terminals (34): alarm word first, then position, odometer, driver and
 * voltages.
 */
export const position34: MessageReader = (content, { offsetMin }) => {
  if (content.length < 51 || !isPositionAt(content, 4)) return null;
  const record = readPlace(content, offsetMin, 4) ?? EMPTY_RECORD;
  const driver = content.readUInt32BE(37);
  return whole(
    merged(
      withOdometer(record, content.readUInt32BE(24)),
      {
        driverTag: driver === 0 ? null : String(driver),
        externalVoltageV: content.readUInt16BE(41) / 100,
        batteryVoltageV: content.readUInt16BE(43) / 100,
      },
      {
        alarmWord: content.readUInt32BE(0),
        inputs: content[49] as number,
        outputs: content[50] as number,
      },
    ),
  );
};

/** Position with a card (36 of 48 bytes), otherwise status with modules. */
export const position36: MessageReader = (content, context) => {
  const { offsetMin, isLong } = context;
  if (isLong) return null;
  if (content.length === 48 && isPositionAt(content, 0)) {
    const place = readPlace(content, offsetMin) ?? EMPTY_RECORD;
    const far = withOdometer(withReport(place, content, 27), content.readUInt32BE(30));
    return whole(
      merged(
        far,
        {
          externalVoltageV: content.readUInt16BE(34) / 100,
          batteryVoltageV: (content[36] as number) / 10,
          driverTag: tagOf(content.subarray(40)),
        },
        { runningMin: content.readUIntBE(37, 3) },
      ),
    );
  }
  if (content.length < STATUS_BYTES) return null;
  const { values, complete } = readStatusModules(content, STATUS_BYTES);
  if (!complete && content.length > STATUS_BYTES + 120) return null;
  // In a status, the fourth byte is not an alarm (section 3).
  const status = heartbeat(content.subarray(0, STATUS_BYTES), context);
  if (status === null) return null;
  return { ...status, record: merged(status.record, values), complete };
};

/** Position with cell, report and modules (37). */
export const position37: MessageReader = (content, context) => {
  const record = readPlace(content, context.offsetMin);
  if (record === null) return null;
  const at = GPS_BYTES + cellBytes(content, GPS_BYTES, 5);
  if (content.length < at + 3) return part(record);
  const { values, complete } = readStatusModules(content, at + 3);
  return { record: merged(withReport(record, content, at), values), complete };
};

/** Position, upload mode and resent flag, cell in a specific format (38). */
export const position38: MessageReader = (content, { offsetMin }) => {
  const record = readPlace(content, offsetMin);
  if (record === null) return null;
  if (content.length < GPS_BYTES + 2) return part(record);
  const attributes = {
    uploadMode: content[GPS_BYTES] as number,
    resent: content[GPS_BYTES + 1] === 1,
  };
  return whole(merged(record, {}, attributes));
};

/** IMEI, position, cell and the number of an iButton (61). */
export const position61: MessageReader = (content, context) => {
  if (content.length < 41 || !isOwnImei(content, 0, context)) return null;
  const record = readPlace(content, context.offsetMin, 8);
  if (record === null) return null;
  const driver = content.readUIntBE(35, 6);
  const driverTag = driver === 0 ? null : String(driver);
  return { record: { ...record, driverTag }, complete: content.length === 41 };
};

const CELLS_AND_WIFI = cellMessage(7, { area: 4, cell: 8 }, true);

/**
 * Position with a 4G cell, status, odometer and hours (A2 of 59 bytes); otherwise WiFi and cells.
 */
export const positionA2: MessageReader = (content, context) => {
  const { offsetMin, model } = context;
  const at = GPS_BYTES + cellBytes(content, GPS_BYTES, 12) + 1;
  if (content.length !== at + 25 || !isPositionAt(content, 0))
    return CELLS_AND_WIFI(content, context);
  const record = readPlace(content, offsetMin) ?? EMPTY_RECORD;
  const { ignition, attributes, states } = readInfo(content[at] as number);
  const battery = readBattery(content[at + 3] as number);
  const supply = content.readUInt16BE(at + 1) / 100;
  const alarm = content[at + 5] as number;
  const described = describeAlarm(alarm);
  return {
    record: merged(
      withOdometer(record, content.readUInt32BE(at + 7)),
      {
        ignition,
        externalVoltageV: supply === 0 ? null : supply,
        batteryPercent: battery.batteryPercent,
        events: alarmEvents(alarm, model),
        attributes: battery.attributes,
      },
      {
        mobileSignal: content[at + 4] as number,
        ...described.attributes,
        runningS: content.readUInt32BE(at + 11),
        inputs: content.readUInt16BE(at + 23),
        ...attributes,
      },
    ),
    complete: described.isKnown,
    states,
  };
};
