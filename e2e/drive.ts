import type { Socket } from 'node:net';
import { encodeTeltonikaPacket } from '@roadworthy/protocols';

const MINUTE_MS = 60_000;
/** AVL element of the ignition. */
const IGNITION = 239;

/**
 * Sends a drive to the north at 60 km/h with a record a minute, then five minutes of rest with the
 * ignition off, as a device that was out of reach sends them.
 *
 * @param startMs the first record, ms since 1970 UTC
 * @param minutes how long it drives
 */
export async function sendDrive(socket: Socket, startMs: number, minutes: number): Promise<void> {
  const records = Array.from({ length: minutes + 5 }, (_, minute) => ({
    timeMs: startMs + minute * MINUTE_MS,
    latitudeDeg: 52.2574 + Math.min(minute, minutes) / 111.195,
    longitudeDeg: -1.1636,
    altitudeM: 100,
    satellites: 12,
    speedKmh: minute < minutes ? 60 : 0,
    io: [{ id: IGNITION, width: 1 as const, value: minute < minutes ? 1 : 0 }],
  }));
  const acknowledged = new Promise<number>((done, fail) => {
    socket.once('data', (data) => done(data.readUInt32BE(data.length - 4)));
    socket.once('close', () => fail(new Error('the device was disconnected')));
  });
  socket.write(encodeTeltonikaPacket(records));
  const count = await acknowledged;
  if (count !== records.length) throw new Error(`${count} of ${records.length} records were taken`);
}
