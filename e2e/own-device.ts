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

/** Connects and says its number; a registered device is accepted with 01. */
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
 * A device of our own: it knocks, an administrator adopts it for a vehicle that nothing else moves,
 * and it connects.
 *
 * @param imei 15 digits that no other device has
 * @throws Error where the fleet has no vehicle that is offline, or the device is not accepted
 */
export async function adoptDevice(
  product: Product,
  imei: string,
): Promise<{ vehicleId: number; socket: Socket }> {
  const { token } = await ask<{ token: string }>(product, '/api/authenticate', '', {
    email: 'admin@demo.test',
    password: PASSWORD,
  });
  const { results } = await ask<{ results: { id: number; state: string }[] }>(
    product,
    '/api/track/',
    token,
  );
  const vehicle = results.find(({ state }) => state === 'offline');
  if (vehicle === undefined)
    throw new Error('The evaluation fleet has no vehicle that is offline.');
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
