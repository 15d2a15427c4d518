import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeTeltonikaLogin } from '@roadworthy/protocols';
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
 * Makes a vehicle of Albion with a device of its own, so that a journey depends neither on what the demo
 * fleet does at this hour nor on what other journeys did with its vehicles.
 *
 * @param registration no other vehicle of the customer has it
 * @param imei 15 digits that no other device has
 * @throws Error where the device is not accepted
 */
export async function makeVehicleWithDevice(
  product: Product,
  registration: string,
  imei: string,
): Promise<{ vehicleId: number; socket: Socket }> {
  const token = await administratorToken(product);
  const vehicleId = await makeVehicle(product, token, registration);
  // The device has to knock once before it can be adopted.
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
