import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeTeltonikaLogin } from '@roadworthy/protocols';
import { PASSWORD, type Product } from './product.ts';

async function ask<T>(product: Product, path: string, token: string, body?: unknown): Promise<T> {
  const answer = await fetch(product.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token === '' ? {} : { Authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

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
  const { token } = await ask<{ token: string }>(product, '/api/authenticate', '', {
    email: 'admin@demo.test',
    password: PASSWORD,
  });
  const depots = await ask<{ results: { id: number; name: string }[] }>(
    product,
    '/api/vehicles_groups_for_user_list/?search=Leeds',
    token,
  );
  const vehicle = await ask<{ id: number }>(product, '/api/vehicles/', token, {
    registration,
    type: 'VAN',
    vehicle_groups: depots.results.map(({ id }) => id),
  });
  // The device has to knock once before it can be adopted.
  (await login(product.teltonikaPort, imei)).socket.destroy();
  const wanted = { identifier: imei, protocol: 'teltonika', vehicle: vehicle.id };
  await ask(product, '/api/administration/unknown_devices/adopt/', token, wanted);
  for (let tries = 0; tries < 20; tries += 1) {
    const { socket, accepted } = await login(product.teltonikaPort, imei);
    if (accepted) return { vehicleId: vehicle.id, socket };
    socket.destroy();
    await sleep(500);
  }
  throw new Error('The adopted device is not accepted.');
}
