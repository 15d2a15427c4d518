import { oncePerProduct } from './calls.ts';
import { DAY_MS, dateIn, midnightOf } from './days.ts';
import { sendDrive } from './drive.ts';
import { makeVehicleWithDevice } from './own-device.ts';

/** The zone of the browser in the journeys. */
const ZONE = 'Europe/London';
const HOUR_MS = 3_600_000;
/** Long enough for a score of driving. */
const DRIVE_MINUTES = 90;
const HARSH_MINUTES = [20, 50];

/** A vehicle that drove yesterday from ten o'clock for an hour and a half, and braked harshly twice. */
export interface DrivenVehicle {
  readonly vehicleId: number;
  readonly registration: string;
  /** The day of the drive, as 2026-07-15. */
  readonly date: string;
}

/** Makes a vehicle that drove yesterday, once for each product that is started. */
export const drivenVehicle = (registration: string, imei: string) =>
  oncePerProduct(async (product): Promise<DrivenVehicle> => {
    const { vehicleId, socket } = await makeVehicleWithDevice(product, registration, imei);
    const date = dateIn(midnightOf(dateIn(Date.now(), ZONE), ZONE) - DAY_MS / 2, ZONE);
    const startMs = midnightOf(date, ZONE) + 10 * HOUR_MS;
    await sendDrive(socket, startMs, DRIVE_MINUTES, HARSH_MINUTES);
    socket.destroy();
    return { vehicleId, registration, date };
  });
