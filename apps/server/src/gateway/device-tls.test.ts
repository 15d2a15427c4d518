import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { encodeTeltonikaLogin, encodeTeltonikaPacket } from '@roadworthy/protocols';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../test/api.ts';
import { until } from '../../test/device.ts';
import { makeCustomer, makeVehicle, type TestVehicle } from '../../test/fleet.ts';
import { DeviceCertificate } from './device-certificate.ts';
import { type Gateway, startGateway } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'roadworthy-tls-'));
const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
let api: TestApi;
let gateway: Gateway;
let vehicle: TestVehicle;

/** Makes a certificate of its own key for a name. */
function issue(name: string): void {
  const [cert, key] = [join(folder, 'new-cert.pem'), join(folder, 'new-key.pem')];
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ...['-subj', `/CN=${name}`, '-days', '2', '-keyout', key, '-out', cert],
    ],
    { stdio: 'ignore' },
  );
  renameSync(cert, files.certFile);
  renameSync(key, files.keyFile);
}

beforeAll(async () => {
  issue('first.test');
  api = await testApi();
  const { services } = api;
  vehicle = await makeVehicle(services.db, await makeCustomer(services.db, 'TLS'), {
    protocol: 'teltonika',
  });
  const gatewayConfig = { ...services.config.gateway, tls: { ...files, port: 0 } };
  gateway = await startGateway({
    ...services,
    config: { ...services.config, gateway: gatewayConfig },
  });
});
afterAll(async () => {
  await gateway.stop();
  await api.close();
  rmSync(folder, { recursive: true });
});

async function secure(): Promise<TLSSocket> {
  const port = gateway.addresses.tls;
  // The certificate of the test has no issuer.
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
  socket.on('error', () => undefined);
  await new Promise((done) => socket.once('secureConnect', done));
  return socket;
}

it('accepts a device of any protocol over TLS, and stores what it acknowledges', async () => {
  const socket = await secure();
  let answer = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    answer = Buffer.concat([answer, chunk]);
  });
  socket.write(encodeTeltonikaLogin(vehicle.number));
  await until(() => answer.length === 1);
  expect(answer[0]).toBe(1);
  socket.write(
    encodeTeltonikaPacket([
      { timeMs: Date.now(), latitudeDeg: 52.2, longitudeDeg: -1.1, satellites: 9, speedKmh: 40 },
    ]),
  );
  await until(() => answer.length === 5);
  expect(answer.readUInt32BE(1)).toBe(1);
  const { rows } = await api.services.db.pool.query(
    'select speed_kmh from positions where vehicle_id = $1',
    [vehicle.vehicleId],
  );
  expect(rows).toEqual([{ speed_kmh: 40 }]);
  socket.destroy();
});

it('uses a renewed certificate for new connections, and keeps the earlier one if it is broken', async () => {
  const nameOf = async () => {
    const socket = await secure();
    const name = String(socket.getPeerCertificate().subject.CN);
    socket.destroy();
    return name;
  };
  expect(await nameOf()).toBe('first.test');
  issue('second.test');
  await until(async () => (await nameOf()) === 'second.test');
  const wrong = new DeviceCertificate(
    { ...files, keyFile: join(folder, 'none.pem') },
    api.services.log,
  );
  expect(() => wrong.read()).toThrow(/cannot be used/);
  expect(readFileSync(files.certFile, 'utf8')).toContain('BEGIN CERTIFICATE');
});
