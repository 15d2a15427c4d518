import { issueRsaChain } from '@roadworthy/protocols';
import { simulatedCard } from '@roadworthy/simulator';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../../test/api.ts';
import { ImapStub } from '../../../../../test/imap-stub.ts';
import { type TrackedFleet, trackedFleet } from '../../../../../test/tracked-fleet.ts';
import { TachographService } from '../tachograph.service.ts';
import { TachographKeys } from '../tachograph-keys.ts';
import { takeMailbox } from './tachograph-mail.job.ts';
import { mailboxState } from './tachograph-mail.repository.ts';

const imap = new ImapStub();
const chain = issueRsaChain(1);
let api: TestApi;
let fleet: TrackedFleet;
let service: TachographService;

const cardOf = (number: string): Uint8Array =>
  simulatedCard({
    holder: { cardNumber: number, firstNames: 'Ann', surname: 'Woods' },
    vehicle: { registration: 'N2-BBB', vin: 'WDB0000000000N2BB' },
    downloadedMs: Date.UTC(2026, 5, 1),
    days: 3,
    chain,
  });
const query = async (text: string, values: readonly unknown[] = []) =>
  (await api.services.db.pool.query(text, [...values])).rows;
const stored = () => query('select customer_id, name, source from tachograph_files order by id');
const answers = async (): Promise<{ to: string; subject: string; text: string }[]> =>
  (await query('select content from deliveries order by id')).map(({ content }) => content);
const run = () => takeMailbox(api.services, service);

/** A message with attachments. */
function message(
  from: string,
  files: readonly (readonly [name: string, bytes: Uint8Array | string])[],
  to = 'files@fleet.example',
): string {
  const parts = files.map(
    ([name, bytes]) =>
      `--b\r\nContent-Type: application/octet-stream; name="${name}"\r\n` +
      `Content-Disposition: attachment; filename="${name}"\r\n` +
      `Content-Transfer-Encoding: base64\r\n\r\n` +
      `${Buffer.from(bytes)
        .toString('base64')
        .replace(/(.{76})/g, '$1\r\n')}\r\n`,
  );
  return (
    `From: Yard <${from}>\r\nTo: ${to}\r\nSubject: Cards of Monday\r\nMIME-Version: 1.0\r\n` +
    `Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n` +
    `Content-Type: text/plain\r\n\r\nAs agreed.\r\n${parts.join('')}--b--\r\n`
  );
}

beforeAll(async () => {
  await imap.start();
  api = await testApi({
    TACHOGRAPH_MAIL_URL: imap.url,
    TACHOGRAPH_MAIL_SENDERS: '1:a@b.example',
  });
  fleet = await trackedFleet(api.services.db);
  const { db, files, log } = api.services;
  service = new TachographService(db, files, new TachographKeys(null, log));
  const [home, away] = [fleet.home.customerId, fleet.away.customerId];
  const senders = [
    { customerId: home, address: 'yard@home.example' },
    { customerId: home, address: '@downloads.example' },
    { customerId: away, address: '@downloads.example' },
  ];
  Object.assign(api.services.config.tachograph.mail ?? {}, { senders });
});
afterAll(async () => {
  await api.close();
  await imap.stop();
});
beforeEach(async () => {
  for (const messages of imap.folders.values()) messages.length = 0;
  imap.breaksBeforeMove = false;
  imap.password = 'secret';
  for (const table of ['tachograph_mails', 'tachograph_files', 'deliveries']) {
    await query(`delete from ${table}`);
  }
});

describe('the mailbox', () => {
  it('[U-20] stores the files of a message, answers with what became of each, and moves it', async () => {
    const card = cardOf('DB10000000000100');
    imap.deliver(
      message('yard@home.example', [
        ['C_1.DDD', card],
        ['copy.C1B', card],
        ['letter.ddd', 'Dear Sir or Madam'],
        ['photo.jpg', 'no tachograph file'],
      ]),
    );
    await run();
    expect(await stored()).toEqual([
      { customer_id: fleet.home.customerId, name: 'C_1.DDD', source: 'mail' },
    ]);
    expect([imap.count('INBOX'), imap.count('INBOX/Processed')]).toEqual([0, 1]);
    const [answer, ...others] = await answers();
    expect(others).toEqual([]);
    expect(answer).toMatchObject({
      to: 'yard@home.example',
      subject: 'Tachograph files received: Cards of Monday',
    });
    expect(answer?.text).toContain('C_1.DDD: stored');
    expect(answer?.text).toContain('copy.C1B: was stored before');
    expect(answer?.text).toMatch(/letter\.ddd: not stored\. \w/);
    expect(answer?.text).not.toContain('photo.jpg');
  });

  it('moves what has no usable file to Failed, and says so', async () => {
    imap.deliver(message('yard@home.example', [['photo.jpg', 'x']]));
    await run();
    expect(imap.count('INBOX/Failed')).toBe(1);
    expect((await answers())[0]?.text).toContain('There is no file whose name ends in .DDD');
    const state = await api.services.db.asSystem((trx) => mailboxState(trx));
    expect(state).toMatchObject({ rejected: 1, success_at: expect.any(String) });
  });

  it('unpacks a ZIP archive, and answers with what became of each file', async () => {
    const card = cardOf('DB40000000000900');
    const archive = zipSync({ 'june/C_9.DDD': card, 'notes.txt': Buffer.from('For June') });
    imap.deliver(message('yard@home.example', [['June.zip', archive]]));
    await run();
    expect((await stored()).map(({ name }) => name)).toEqual(['C_9.DDD']);
    expect(imap.count('INBOX/Processed')).toBe(1);
    const text = (await answers())[0]?.text;
    expect(text).toContain('C_9.DDD: stored');
    expect(text).toMatch(/notes\.txt: not stored\. This is no download/);
    const audited = await query(
      `select subject_name from audit_entries where subject_kind = 'tachograph_file'
        and action = 'created' order by id desc limit 1`,
    );
    expect(audited).toEqual([{ subject_name: 'C_9.DDD' }]);
  });

  it('stores nothing of another sender, who gets no answer', async () => {
    for (const from of ['thief@other.example', 'yard@home.example.evil.example']) {
      imap.deliver(message(from, [['C_2.DDD', cardOf('DB20000000000200')]]));
    }
    await run();
    expect(await stored()).toEqual([]);
    expect(await answers()).toEqual([]);
    expect(imap.count('INBOX/Failed')).toBe(2);
  });

  it('takes the customer of the plus-address for a sender of several', async () => {
    const send = (to: string) =>
      imap.deliver(message('bot@downloads.example', [['C_3.DDD', cardOf('DB3000000000030')]], to));
    send('files@fleet.example');
    send('files+999999@fleet.example');
    send(`files+${fleet.away.customerId}@fleet.example`);
    await run();
    expect((await stored()).map(({ customer_id }) => customer_id)).toEqual([fleet.away.customerId]);
    expect([imap.count('INBOX/Failed'), imap.count('INBOX/Processed')]).toEqual([2, 1]);
  });

  it('repeats neither files nor answers if the process ends before the message is moved', async () => {
    imap.deliver(message('yard@home.example', [['C_4.DDD', cardOf('DB40000000000400')]]));
    imap.breaksBeforeMove = true;
    await run();
    expect(imap.count('INBOX')).toBe(1);
    imap.breaksBeforeMove = false;
    await run();
    expect([imap.count('INBOX'), imap.count('INBOX/Processed')]).toEqual([0, 1]);
    expect(await stored()).toHaveLength(1);
    expect(await answers()).toHaveLength(1);
  });

  it('keeps a message that cannot be stored now, and takes the others', async () => {
    imap.deliver(message('yard@home.example', [['C_5.DDD', cardOf('DB50000000000500')]]));
    imap.deliver(message('yard@home.example', [['C_6.DDD', cardOf('DB60000000000600')]]));
    const failing = {
      store: (arrival: Parameters<TachographService['store']>[0]) =>
        arrival.name === 'C_5.DDD' ? Promise.reject(new Error('down')) : service.store(arrival),
    };
    await takeMailbox(api.services, failing);
    expect([imap.count('INBOX'), imap.count('INBOX/Processed')]).toEqual([1, 1]);
    await run();
    expect(imap.count('INBOX')).toBe(0);
    expect(await stored()).toHaveLength(2);
  });

  it('says why it cannot be read', async () => {
    imap.password = 'changed';
    await run();
    const state = await api.services.db.asSystem((trx) => mailboxState(trx));
    expect(state).toMatchObject({ failure: 'login', failure_at: expect.any(String) });
  });
});
