import { createHash } from 'node:crypto';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { makeMp4 } from '../../../../test/mp4.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';
import { storeFailure } from '../../../platform/files/blob-store.ts';
import { createDiskStore } from '../../../platform/files/disk-store.ts';
import {
  endFiles,
  type FileRow,
  Files,
  MEDIA_TYPES,
  removeEnded,
  removeOrphans,
  storeFile,
} from '../../../platform/files/index.ts';
import { createS3Store, s3AddressOf } from '../../../platform/files/s3-store.ts';
import { Space } from '../../../platform/files/space.ts';

const PURPOSE = 'test';
const DAY_MS = 86_400_000;
let api: TestApi;
let fleet: TrackedFleet;
let s3: S3rver;
let bucket = '';
const bytes = makeMp4({ durationMs: 4000 });
const read: string[] = [];

beforeAll(async () => {
  api = await testApi();
  fleet = await trackedFleet(api.services.db);
  api.services.files.keptBy(PURPOSE, {
    mayRead: async (viewer) => viewer.userId === fleet.people.manager,
    wasRead: async (_file, reader, isDownload) => {
      const who = reader.kind === 'viewer' ? String(reader.viewer.userId) : reader.reader;
      read.push(`${who} ${isDownload}`);
    },
  });
  s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(api.services.config.dataDir, 's3'),
    configureBuckets: [{ name: 'fleet', configs: [] }],
  });
  const { port } = await s3.run();
  bucket = `http://S3RVER:S3RVER@127.0.0.1:${port}/fleet/video`;
});
afterAll(async () => {
  await s3.close();
  await api.close();
});

const incoming = (changed: object = {}) => ({
  customerId: fleet.home.customerId,
  purpose: PURPOSE,
  name: 'clip.mp4',
  maxBytes: 1_000_000,
  accept: [MEDIA_TYPES.mp4],
  ...changed,
});

/** A file in the store and in the table. */
async function stored(name = 'clip.mp4', store = api.services.files): Promise<FileRow> {
  const file = await store.put(Buffer.from(bytes), incoming({ name }));
  await api.services.db.asSystem((trx) => storeFile(trx, file));
  return file;
}

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(api.url + path, { method, headers });
const bodyOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
const bearer = async (userId: number) => ({ authorization: `Bearer ${await api.token(userId)}` });

describe('a signed URL', () => {
  it('[RP-08] gives access to the file, as an attachment that is not executed', async () => {
    const file = await stored('Ünïcode "clip".mp4');
    const answer = await ask(api.services.files.signedAddress(file.id, { reader: 'u7' }));
    expect(answer.status).toBe(200);
    expect(await bodyOf(answer)).toEqual(bytes);
    const head = Object.fromEntries(answer.headers);
    expect(head).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': String(bytes.length),
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(head['content-disposition']).toBe(
      `attachment; filename="_n_code clip .mp4"; filename*=UTF-8''%C3%9Cn%C3%AFcode%20clip%20.mp4`,
    );
    expect(head['content-security-policy']).toContain('sandbox');
    expect(read.at(-1)).toBe('u7 false');
  });

  it('[RP-08] expires, and is valid for one file only', async () => {
    const [file, other] = [await stored(), await stored()];
    const { files } = api.services;
    const good = files.signedAddress(file.id, { reader: 'u7' });
    const old = files.signedAddress(file.id, { nowMs: Date.now() - DAY_MS });
    const long = new URL(files.signedAddress(file.id, { lifeS: 10 * 86_400 }), api.url);
    expect(Number(long.searchParams.get('expires')) * 1000).toBeLessThan(Date.now() + 1.1 * DAY_MS);
    for (const wrong of [
      old,
      good.replace(file.id, other.id),
      good.replace('reader=u7', 'reader=u8'),
      `${good}&download=1`,
      good.replace(/expires=\d+/, 'expires=9999999999'),
      good.replace(/signature=.{5}/, 'signature=AAAAA'),
      `/api/files/${file.id}/`,
    ]) {
      expect((await ask(wrong)).status, wrong).toBe(401);
    }
    expect((await ask(good)).status).toBe(200);
  });

  it('[RP-08] supports ranges, and refuses a range beyond the end', async () => {
    const file = await stored();
    const address = api.services.files.signedAddress(file.id);
    const part = async (range: string) => {
      const answer = await ask(address, { range });
      return [answer.status, answer.headers.get('content-range'), await bodyOf(answer)] as const;
    };
    const size = bytes.length;
    expect(await part('bytes=0-99')).toEqual([206, `bytes 0-99/${size}`, bytes.subarray(0, 100)]);
    expect(await part(`bytes=${size - 10}-`)).toEqual([
      206,
      `bytes ${size - 10}-${size - 1}/${size}`,
      bytes.subarray(-10),
    ]);
    expect((await part('bytes=-20'))[2]).toEqual(bytes.subarray(-20));
    expect((await part(`bytes=10-${size * 2}`))[2]).toEqual(bytes.subarray(10));
    expect((await part(`bytes=${size}-`)).slice(0, 2)).toEqual([416, `bytes */${size}`]);
    for (const ignored of ['bytes=5-1', 'lines=1-2', 'bytes=0-1,5-6', 'bytes=-']) {
      expect((await part(ignored))[0], ignored).toBe(200);
    }
  });

  it('[RP-08] is not sent again to a client that has it, and sent whole to one with another version', async () => {
    const file = await stored();
    const address = api.services.files.signedAddress(file.id);
    const etag = (await ask(address, {}, 'HEAD')).headers.get('etag') ?? '';
    expect(etag).toBe(`"${createHash('sha256').update(bytes).digest('base64url')}"`);
    expect((await ask(address, { 'if-none-match': etag })).status).toBe(304);
    const range = 'bytes=0-9';
    expect((await ask(address, { range, 'if-range': etag })).status).toBe(206);
    expect((await ask(address, { range, 'if-range': '"other"' })).status).toBe(200);
  });
});

describe('a bearer token', () => {
  it('[RP-08] [U-P03] gives access if the owner of the file allows it, never to another customer', async () => {
    const file = await stored();
    const path = `/api/files/${file.id}/`;
    const { people } = fleet;
    expect((await ask(path, await bearer(people.manager))).status).toBe(200);
    expect(read.at(-1)).toBe(`${people.manager} false`);
    for (const other of [people.admin, people.foreign, people.guest]) {
      expect((await ask(path, await bearer(other))).status).toBe(404);
    }
    const unknown = '/api/files/00000000-0000-4000-8000-000000000000/';
    expect((await ask(unknown, await bearer(people.manager))).status).toBe(404);
    expect((await ask('/api/files/1/', await bearer(people.manager))).status).toBe(400);
  });
});

describe('storing files', () => {
  it('[RP-08] by content, within the size limit, under generated names', async () => {
    const { files } = api.services;
    const refused = async (content: Buffer | Readable, changed: object = {}) =>
      files.put(content, incoming(changed)).then(
        () => null,
        (error) => error.statusCode,
      );
    expect(await refused(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe(400);
    expect(await refused(Buffer.from('MZ this is a program'))).toBe(400);
    expect(await refused(Buffer.from(bytes), { accept: [MEDIA_TYPES.jpeg] })).toBe(400);
    expect(await refused(Buffer.from(bytes), { maxBytes: bytes.length - 1 })).toBe(413);
    const broken = Readable.from(
      (async function* () {
        yield bytes.subarray(0, 100);
        throw new Error('the sender is gone');
      })(),
    );
    await expect(files.put(broken, incoming())).rejects.toThrow('the sender is gone');
    const file = await files.put(Readable.from([bytes]), incoming({ name: '../../etc/passwd' }));
    expect(file).toMatchObject({
      name: '.. .. etc passwd',
      mediaType: 'video/mp4',
      sizeBytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest(),
    });
    expect(file.key).toMatch(/^c\d+\/\d{4}-\d{2}\/[0-9a-f-]{36}$/);
    // No partial file remains.
    const folder = join(api.services.config.dataDir, 'files', '.incoming');
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('cleaning', () => {
  it('removes expired files, and files without a reference', async () => {
    const { db, files } = api.services;
    const [kept, ended] = [await stored(), await stored()];
    const orphan = await files.put(Buffer.from(bytes), incoming());
    await db.asSystem((trx) => endFiles(trx, [ended.id], new Date(Date.now() - 1000)));
    expect(await removeEnded(api.services)).toBe(1);
    expect(await files.blobs.stat(ended.key)).toBeNull();
    expect((await ask(files.signedAddress(ended.id))).status).toBe(404);
    // The age of an object is the age of its file, by the clock of the file system.
    let newestMs = 0;
    for await (const { changedMs } of files.blobs.list()) newestMs = Math.max(newestMs, changedMs);
    // A file that was just stored may get its row in a moment.
    expect(await removeOrphans(api.services, newestMs)).toBe(0);
    expect(await removeOrphans(api.services, newestMs + 2 * DAY_MS)).toBeGreaterThan(0);
    expect(await files.blobs.stat(orphan.key)).toBeNull();
    expect(await files.blobs.stat(kept.key)).toBe(bytes.length);
  });
});

describe('an S3-compatible store', () => {
  const storeOf = (address: string) =>
    new Files(
      createS3Store(s3AddressOf(address)),
      join(api.services.config.dataDir, 's3-incoming'),
      api.services.config.sessionSecret,
      new Space([], 0),
    );

  it('[RP-08] stores, returns ranges, lists and deletes', async () => {
    const store = storeOf(bucket);
    const file = await store.put(Buffer.from(bytes), incoming());
    expect(await store.blobs.stat(file.key)).toBe(bytes.length);
    expect(await buffer(await store.read(file))).toEqual(bytes);
    const range = { first: 10, last: 19 };
    expect(await buffer(await store.read(file, range))).toEqual(bytes.subarray(10, 20));
    const listed: string[] = [];
    for await (const { key } of store.blobs.list()) listed.push(key);
    expect(listed).toEqual([file.key]);
    await store.blobs.remove([file.key, 'c1/never-was']);
    expect(await store.blobs.stat(file.key)).toBeNull();
    await expect(store.read(file)).rejects.toMatchObject({ statusCode: 404 });
  });

  it('that is down fails with a clear error, and leaves nothing behind', async () => {
    const store = storeOf('http://a:b@127.0.0.1:9/fleet');
    const failure = { statusCode: 503, detail: 'file.store_down' };
    await expect(store.put(Buffer.from(bytes), incoming())).rejects.toMatchObject(failure);
    await expect(store.read({ key: 'c1/x' })).rejects.toMatchObject(failure);
    expect(readdirSync(join(api.services.config.dataDir, 's3-incoming'))).toEqual([]);
  });

  it('that sends invalid responses counts as down too', async () => {
    const server: Server = createServer((_request, response) => response.writeHead(500).end('no'));
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const { port } = server.address() as AddressInfo;
    const store = storeOf(`http://a:b@127.0.0.1:${port}/fleet`);
    await expect(store.put(Buffer.from(bytes), incoming())).rejects.toMatchObject({
      statusCode: 503,
    });
    await new Promise((done) => server.close(done));
  });

  it('parses its URL', () => {
    expect(s3AddressOf('https://key:s%2Fecret@s3.example:9000/b/a/c?region=eu-west-2')).toEqual({
      endpoint: 'https://s3.example:9000',
      bucket: 'b',
      prefix: 'a/c/',
      region: 'eu-west-2',
      credentials: { accessKeyId: 'key', secretAccessKey: 's/ecret' },
    });
    expect(s3AddressOf('https://s3.example/b').credentials).toBeNull();
  });
});

describe('a disk', () => {
  it('[RP-08] that is nearly full refuses files, from cameras first, and reports it at once', async () => {
    let free = 10_000;
    const root = join(api.services.config.dataDir, 'nearly-full');
    const space = new Space([root], 1000, async () => free);
    const store = new Files(createDiskStore(root), join(root, '.incoming'), 'a secret', space);
    const full = { statusCode: 507, detail: 'file.store_full' };
    const file = await store.put(Buffer.from(bytes), incoming());
    expect(await space.health()).toBe(true);
    free = 1500;
    await expect(store.temporaryPath('camera')).rejects.toMatchObject(full);
    expect(await store.put(Buffer.from(bytes), incoming())).toBeTruthy();
    expect(await space.health()).toBe(true);
    free = 999;
    await expect(store.put(Buffer.from(bytes), incoming())).rejects.toMatchObject(full);
    expect(await space.health()).toContain('nearly full');
    expect(readdirSync(join(root, '.incoming'))).toEqual([]);
    // Stored files remain readable.
    expect(await buffer(await store.read(file))).toEqual(bytes);
    free = 5000;
    expect(await space.health()).toBe(true);
  });

  it('[RP-08] reads the free space of the real file system, at the nearest folder that exists', async () => {
    const folder = join(api.services.config.dataDir, 'never', 'made');
    expect(await new Space([folder], 1).health()).toBe(true);
    const more = new Space([folder], Number.MAX_SAFE_INTEGER);
    expect(await more.health()).toContain('nearly full');
  });

  it.each(['ENOSPC', 'EDQUOT'])(
    '[RP-08] that fills up during an upload answers 507: %s',
    async (code) => {
      const root = join(api.services.config.dataDir, 'fills');
      const disk = createDiskStore(root);
      const blobs = { ...disk, put: () => Promise.reject(storeFailure({ code })) };
      const store = new Files(blobs, join(root, '.incoming'), 'a secret', new Space([root], 1));
      await expect(store.put(Buffer.from(bytes), incoming())).rejects.toMatchObject({
        statusCode: 507,
      });
      expect(readdirSync(join(root, '.incoming'))).toEqual([]);
    },
  );

  it('[RP-08] [Q-P01] that is nearly full answers uploads with 507 and a message', async () => {
    const { files } = api.services;
    const kept = files.space;
    (files as { space: Space }).space = new Space(['/'], 1, async () => 0);
    const form = new FormData();
    form.set('file', new Blob(['registration\nAB12 CDE']), 'fleet.csv');
    form.set('customer_id', String(fleet.home.customerId));
    const answer = await fetch(`${api.url}/api/upload_vehicles/`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${await api.jwt(fleet.people.admin)}`,
        'accept-language': 'pt',
      },
      body: form,
    });
    (files as { space: Space }).space = kept;
    const body = (await answer.json()) as { code: string; detail: string };
    expect([answer.status, body.code]).toEqual([507, 'file.store_full']);
    expect(body.detail.length).toBeGreaterThan(20);
  });

  it('that cannot be written fails with a clear error', async () => {
    const root = join(api.services.config.dataDir, 'blocked');
    const store = new Files(
      createDiskStore(root),
      join(root, '.incoming'),
      'a secret',
      new Space([], 0),
    );
    const file = await store.put(Buffer.from(bytes), incoming());
    // A file in place of the folder of customers.
    rmSync(join(root, file.key.split('/')[0] ?? ''), { recursive: true });
    writeFileSync(join(root, file.key.split('/')[0] ?? ''), '');
    await expect(store.put(Buffer.from(bytes), incoming())).rejects.toMatchObject({
      statusCode: 503,
    });
    expect(readdirSync(join(root, '.incoming'))).toEqual([]);
  });
});
