import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TestDevice, until } from '../../../test/device.ts';
import { FtpDevice } from '../../../test/ftp-device.ts';
import { createLocalBus } from '../../platform/bus/index.ts';
import { createLog } from '../../platform/log/index.ts';
import { ANY_NETWORK } from '../allowed-networks.ts';
import { FtpServer, type OpenUpload } from './ftp-server.ts';

const KB = 1024;
const folder = mkdtempSync(join(tmpdir(), 'roadworthy-ftp-'));
const bytes = (length: number) => Buffer.from(Array.from({ length }, (_, n) => (n * 7) % 251));
const bus = createLocalBus();
const ends: string[] = [];
const desk = new FtpServer({
  listenHost: '127.0.0.1',
  port: 0,
  dataPorts: { from: 0, to: 0 },
  publicHost: null,
  networks: ANY_NETWORK,
  bus,
  log: createLog('silent'),
  count: (end) => ends.push(end),
  limits: { unknownSilenceMs: 700 },
});
let uploads = 0;
const open: OpenUpload[] = [];

beforeAll(() => desk.listen());
afterEach(async () => {
  for (const one of open.splice(0)) await one.end();
  ends.length = 0;
});
afterAll(async () => {
  await desk.close();
  await bus.close();
  rmSync(folder, { recursive: true, force: true });
});

function expected(maxBytes = 100 * KB): OpenUpload {
  uploads += 1;
  const upload = desk.expect(7, { path: join(folder, `upload-${uploads}`), maxBytes });
  open.push(upload);
  return upload;
}
const signedIn = (upload: OpenUpload) => FtpDevice.signedIn(desk.port, upload.order);
const content = ({ order }: OpenUpload) => order.files.map(({ path }) => readFileSync(path));

describe('an FTP upload', () => {
  it('[F-P03] one file of one request arrives byte for byte, and its login ends with the request', async () => {
    const upload = expected();
    const device = await signedIn(upload);
    for (const command of ['TYPE I', 'CWD /video', 'MKD /video', 'PWD', 'ALLO 5000', 'NOOP']) {
      expect(await device.ask(command)).toMatch(/^2/);
    }
    const film = bytes(70 * KB);
    expect(await device.store('STOR /video/1.mp4', film)).toMatch(/^226/);
    expect(upload.order).toMatchObject({ isWhole: true, receivedBytes: film.length });
    expect(content(upload)[0]?.equals(film)).toBe(true);
    await upload.end();
    expect(readdirSync(folder)).toEqual([]);
    await until(() => device.control.closed);
    await expect(signedIn(upload)).rejects.toThrow(/530/);
  });

  it('resumes after its connection broke: by REST or APPE', async () => {
    const upload = expected();
    const film = bytes(60 * KB);
    const first = await signedIn(upload);
    const data = await first.data();
    expect(await first.ask('STOR film')).toMatch(/^150/);
    data.write(film.subarray(0, 20 * KB));
    await until(() => upload.order.receivedBytes === 20 * KB);
    data.resetAndDestroy();
    expect(await first.reply()).toMatch(/^426/);
    expect(upload.order.isWhole).toBe(false);
    const second = await signedIn(upload);
    // A new login replaces the previous connection.
    await until(() => first.control.closed);
    expect(await second.ask('SIZE film')).toBe(`213 ${20 * KB}`);
    expect(await second.ask('REST 10240')).toMatch(/^350/);
    expect(await second.store('STOR film', film.subarray(10 * KB, 40 * KB))).toMatch(/^226/);
    expect(await second.store('APPE film', film.subarray(40 * KB))).toMatch(/^226/);
    expect(content(upload)[0]?.equals(film)).toBe(true);
    expect(ends).toEqual(['broken', 'whole', 'whole']);
    expect(await second.store('STOR film', film.subarray(0, KB))).toMatch(/^226/);
    expect(content(upload)[0]?.length).toBe(KB);
  });

  it('replaces a transfer that hangs, without mixing the two', async () => {
    const upload = expected();
    const film = bytes(30 * KB);
    const hanging = await signedIn(upload);
    const data = await hanging.data();
    await hanging.ask('STOR film');
    data.write(film.subarray(0, 10 * KB));
    await until(() => upload.order.receivedBytes === 10 * KB);
    const device = await signedIn(upload);
    expect(await device.store('STOR film', film)).toMatch(/^226/);
    expect(content(upload)[0]?.equals(film)).toBe(true);
  });

  it('a device that disconnects after its last byte has completed its file', async () => {
    const upload = expected();
    const device = await signedIn(upload);
    const data = await device.data();
    await device.ask('STOR film');
    data.end(bytes(50 * KB));
    device.end();
    await until(() => upload.order.isWhole);
    expect(upload.order.receivedBytes).toBe(50 * KB);
    await until(() => !upload.order.isConnected);
  });

  it('more bytes or files than requested, and offsets beyond the end, are refused', async () => {
    const upload = expected(30 * KB);
    const device = await signedIn(upload);
    expect(await device.store('STOR large', bytes(31 * KB))).toMatch(/^552/);
    expect(upload.order.isTooLarge).toBe(true);
    expect(await device.ask('REST 99999')).toMatch(/^350/);
    expect(await device.store('STOR other', bytes(1))).toMatch(/^554/);
    for (let n = 1; n < 8; n += 1) await device.store(`STOR file-${n}`, bytes(1));
    expect(await device.store('STOR one-more', bytes(1))).toMatch(/^552/);
    expect(await device.store('STOR ..', bytes(1))).toMatch(/^553/);
    expect(await device.ask('STOR film')).toMatch(/^425/);
  });

  it('file names are not used as paths', async () => {
    const upload = expected();
    const device = await signedIn(upload);
    for (const name of ['../../../etc/cron.d/x', 'C:\\windows\\y', '/etc/passwd']) {
      expect(await device.store(`STOR ${name}`, bytes(5))).toMatch(/^226/);
    }
    const names = upload.order.files.map(({ path }) => path);
    expect(names).toHaveLength(3);
    for (const path of names) expect(path).toMatch(new RegExp(`^${join(folder, 'upload-')}`));
  });

  it('listing, reading, renaming, deleting and active mode are refused', async () => {
    const upload = expected();
    const device = await signedIn(upload);
    await device.store('STOR film', bytes(5));
    const asked = 'LIST,NLST,MLSD,RETR film,DELE film,RMD /,RNFR film,SITE X,STOU,AUTH TLS';
    for (const command of [...asked.split(','), 'PORT 127,0,0,1,0,25', 'EPRT |1|10.0.0.1|25|']) {
      expect(await device.ask(command), command).toMatch(/^502/);
    }
  });

  it('login fails without the credentials of a request; three attempts end the connection', async () => {
    const upload = expected();
    const stranger = await FtpDevice.connect(desk.port);
    expect(await stranger.ask('STOR film')).toMatch(/^530/);
    await stranger.ask(`USER ${upload.order.user}`);
    for (let n = 0; n < 2; n += 1) expect(await stranger.ask('PASS guess')).toMatch(/^530/);
    expect(await stranger.ask('PASS ')).toMatch(/^421/);
    await until(() => stranger.control.closed);
    const silent = await TestDevice.connect(desk.port);
    await until(() => silent.closed);
  });

  it('data from an address other than that of the device is refused', async () => {
    const upload = expected();
    const device = await signedIn(upload);
    const thief = await device.data('127.0.0.2');
    thief.end(bytes(KB));
    await until(() => thief.destroyed);
    expect(upload.order.receivedBytes).toBe(0);
  });

  it('accepts the upload result only from the requested device', () => {
    const upload = expected();
    bus.publish('cameras.uploaded', { trackerId: 8, serial: 1, isDone: true });
    bus.publish('cameras.uploaded', { trackerId: 7, serial: 2, isDone: false });
    expect([upload.told(1), upload.told(2)]).toEqual([null, false]);
  });

  it('invalid input at most ends the connection', async () => {
    const lines = fc.array(
      fc.oneof(
        fc.string({ maxLength: 40 }),
        fc.constantFrom('USER', 'PASS', 'PASV', 'EPSV', 'STOR ', 'REST -1', 'SIZE', 'ABOR', '\r\r'),
      ),
      { maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(lines, async (said) => {
        const device = await TestDevice.connect(desk.port);
        device.send(Buffer.from(`${said.join('\r\n')}\r\nQUIT\r\n`));
        await until(() => device.closed);
      }),
      { numRuns: 40 },
    );
    const endless = await TestDevice.connect(desk.port);
    endless.send(Buffer.alloc(4 * KB, 0x41));
    await until(() => endless.closed);
    const upload = expected();
    expect((await signedIn(upload)).control.closed).toBe(false);
  });
});
