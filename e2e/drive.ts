import type { Socket } from 'node:net';
import { encodeTeltonikaPacket } from '@roadworthy/protocols';

const MINUTE_MS = 60_000;
/** AVL elements: ignition, and the type of harsh driving (2 is braking). */
const IGNITION = 239;
const GREEN_DRIVING = 253;

/** Sends records and waits until the server has acknowledged all of them. */
export async function sendRecords(
  socket: Socket,
  records: Parameters<typeof encodeTeltonikaPacket>[0],
): Promise<void> {
  const acknowledged = new Promise<number>((done, fail) => {
    const onClose = () => fail(new Error('the device was disconnected'));
    socket.once('data', (data) => {
      socket.off('close', onClose);
      done(data.readUInt32BE(data.length - 4));
    });
    socket.once('close', onClose);
  });
  socket.write(encodeTeltonikaPacket(records));
  const count = await acknowledged;
  if (count !== records.length) throw new Error(`${count} of ${records.length} records were taken`);
}

/**
 * Sends a drive to the north at 60 km/h with a record per minute, then five minutes stopped with
 * the ignition off, like a device that was offline.
 *
 * @param startMs the first record, ms since 1970 UTC
 * @param minutes duration of the drive
 * @param harshMinutes the minutes with harsh braking
 */
export async function sendDrive(
  socket: Socket,
  startMs: number,
  minutes: number,
  harshMinutes: readonly number[] = [],
): Promise<void> {
  const records = Array.from({ length: minutes + 5 }, (_, minute) => {
    const isHarsh = harshMinutes.includes(minute);
    return {
      timeMs: startMs + minute * MINUTE_MS,
      latitudeDeg: 52.2574 + Math.min(minute, minutes) / 111.195,
      longitudeDeg: -1.1636,
      altitudeM: 100,
      satellites: 12,
      speedKmh: minute < minutes ? 60 : 0,
      ...(isHarsh ? { eventIoId: GREEN_DRIVING } : {}),
      io: [
        { id: IGNITION, width: 1 as const, value: minute < minutes ? 1 : 0 },
        ...(isHarsh ? [{ id: GREEN_DRIVING, width: 1 as const, value: 2 }] : []),
      ],
    };
  });
  await sendRecords(socket, records);
}
