import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeTeltonikaLogin, encodeTeltonikaPacket } from '@roadworthy/protocols';
import { administratorToken, call, makeVehicle } from './calls.ts';
import type { Product } from './product.ts';

/** Connects and sends its number; a registered device is accepted with 01. */
async function login(port: number, imei: string): Promise<{ socket: Socket; accepted: boolean }> {
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  socket.on('error', () => undefined);
  socket.write(encodeTeltonikaLogin(imei));
  const accepted = await new Promise<boolean>((done) => {
    socket.once('data', (data) => done(data[0] === 1));
    socket.once('close', () => done(false));
    setTimeout(() => done(false), 2000);
  });
  return { socket, accepted };
}

/**
 * Creates a vehicle of Albion with a separate device, so that a test depends neither on the demo
 * fleet at this hour nor on other tests that use its vehicles.
 *
 * @param registration unique for the customer
 * @param imei 15 digits, unique
 * @throws Error if the device is not accepted
 */
export async function makeVehicleWithDevice(
  product: Product,
  registration: string,
  imei: string,
): Promise<{ vehicleId: number; socket: Socket }> {
  const token = await administratorToken(product);
  const vehicleId = await makeVehicle(product, token, registration);
  // The device has to try to connect once before it can be registered.
  (await login(product.teltonikaPort, imei)).socket.destroy();
  const wanted = { identifier: imei, protocol: 'teltonika', vehicle: vehicleId };
  await call(product, '/api/administration/unknown_devices/adopt/', token, wanted);
  for (let tries = 0; tries < 20; tries += 1) {
    const { socket, accepted } = await login(product.teltonikaPort, imei);
    if (accepted) return { vehicleId, socket };
    socket.destroy();
    await sleep(500);
  }
  throw new Error('The adopted device is not accepted.');
}

/** A report of a stopped vehicle, with the ignition on or off (element 239). */
export const stoppedReport = (ignition: 0 | 1): Uint8Array =>
  encodeTeltonikaPacket([
    {
      timeMs: Date.now(),
      latitudeDeg: 52.4,
      longitudeDeg: -1.4,
      altitudeM: 100,
      angleDeg: 0,
      satellites: 9,
      speedKmh: 0,
      io: [{ id: 239, width: 1, value: ignition }],
    },
  ]);
