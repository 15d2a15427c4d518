import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NotifiedFleet, notifiedFleet } from '../../../../../test/notified-fleet.ts';
import { limitToDepot, makeUser } from '../../../../../test/people.ts';
import { makeDriver } from '../../../../../test/tracked-fleet.ts';
import { type CardActivity, storeCardActivities } from '../index.ts';
import { sendInfringementDigests } from './drivers-hours-digest.job.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Noon, so that an hour later is the same day. */
const NOON = Math.floor(Date.now() / DAY_MS) * DAY_MS + 12 * HOUR_MS;
/** Recipients of the reminders. The boss is none, but has information by e-mail in the preferences. */
const ADDRESSES = ['south', 'office', 'workshop'].map((name) => `${name}@digest.test`);

let on: NotifiedFleet;
let boss: number;
let zoe: number;

/** Drives 5.5 hours without a break, some days ago: a serious infringement of one rule. */
const drive = (driver: number, daysAgo: number, hours = 5.5) => {
  const startMs = NOON - daysAgo * DAY_MS;
  const activity: CardActivity = {
    kind: 'driving',
    startMs,
    endMs: startMs + hours * HOUR_MS,
    isCrew: false,
    isFerry: false,
    isOutOfScope: false,
  };
  return on.api.services.db.asSystem((trx) =>
    storeCardActivities(trx, { id: driver, customerId: on.fleet.home.customerId }, [activity]),
  );
};

/** Runs the job some hours from now. Returns address and text of each mail. */
async function digests(
  inHours: number,
): Promise<Record<string, { subject: string; text: string }>> {
  on.mail.received.length = 0;
  const sent = await sendInfringementDigests(on.api.services, NOON + inHours * HOUR_MS);
  await on.send();
  expect(on.mail.received).toHaveLength(sent);
  return Object.fromEntries(
    on.mail.received.map(({ subject = '', text = '', to }) => [
      [to].flat()[0]?.text ?? '',
      { subject, text },
    ]),
  );
}

const subjectsOf = (mails: Awaited<ReturnType<typeof digests>>) =>
  Object.fromEntries(Object.entries(mails).map(([to, { subject }]) => [to, subject]));

beforeAll(async () => {
  on = await notifiedFleet();
  const { db } = on.api.services;
  const { customerId } = on.fleet.home;
  const person = (name: string, modules: string[], changed: object = {}) =>
    makeUser(db, customerId, `${name}@digest.test`, { role: 'MANAGER', ...changed }, modules);
  boss = await person('boss', ['accessTachoGraf', 'Events'], { language: 'pt' });
  await limitToDepot(db, await person('south', ['accessTachoGraf']), on.fleet.south);
  await person('workshop', ['Defect']);
  expect((await on.prefer(boss, { email: ['information'] })).status).toBeLessThan(300);
  zoe = await makeDriver(db, customerId, 'Zoe');
  await on.query(
    `insert into schedule_reminders (customer_id, is_active, days_before, emails)
     values ($1, true, '{28}', $2)`,
    [customerId, ADDRESSES],
  );
});
afterAll(() => on.close());

describe('the digest of infringements', () => {
  it('[U-20] counts what is new by seriousness, for each recipient what they may see', async () => {
    await on.browserOf(boss, 'browser-of-boss');
    await drive(on.fleet.ann, 9);
    await drive(zoe, 9);
    await drive(zoe, 7, 12);
    const mails = await digests(0);
    expect(subjectsOf(mails)).toEqual({
      'boss@digest.test': expect.stringMatching(
        /^\d novas infrações dos tempos de condução: Home$/,
      ),
      // An address without an account.
      'office@digest.test': expect.stringMatching(/^\d new infringements of drivers’ hours: Home$/),
      // Ann drives a vehicle of this depot, Zoe does not.
      'south@digest.test': '1 new infringement of drivers’ hours: Home',
    });
    const { results } = (
      await on.api.ask('/api/drivers_hours/infringements/?state=new', { as: boss })
    ).body;
    const text = mails['office@digest.test']?.text ?? '';
    const lines = [
      ...text.matchAll(/^(Most serious|Very serious|Serious|Minor|Not classified): (\d+)$/gm),
    ];
    const names = { MSI: 'Most serious', VSI: 'Very serious', SI: 'Serious', MI: 'Minor' } as const;
    const counted = Object.entries(names).flatMap(([key, name]) => {
      const count = results.filter(({ severity }: { severity: string }) => severity === key).length;
      return count === 0 ? [] : [[name, String(count)]];
    });
    expect(counted.length).toBeGreaterThan(1);
    expect(lines.map(([, name, count]) => [name, count])).toEqual(counted);
    expect(text).toContain('/drivers-hours?list=infringements&state=new');
    expect(text).not.toMatch(/Ann|Zoe/);
    expect(mails['boss@digest.test']?.text).toContain('Grave: ');
    expect(on.push.received.map(({ content }) => content)).toEqual([
      {
        title: mails['boss@digest.test']?.subject,
        body: '',
        path: '/drivers-hours?list=infringements&state=new',
        tag: 'infringements',
      },
    ]);
  });

  it('is sent once a day, and not for a card that is analysed again', async () => {
    await drive(zoe, 7, 12);
    expect(await digests(0)).toEqual({});
    expect(await digests(24)).toEqual({});
    await drive(zoe, 5);
    const [first, second] = await Promise.all([
      sendInfringementDigests(on.api.services, NOON + DAY_MS),
      sendInfringementDigests(on.api.services, NOON + DAY_MS),
    ]);
    expect([first, second].sort()).toEqual([0, 2]);
    await on.send();
    await drive(zoe, 3);
    expect(await digests(25)).toEqual({});
    expect(Object.keys(await digests(48)).sort()).toEqual([
      'boss@digest.test',
      'office@digest.test',
    ]);
    expect(await digests(72)).toEqual({});
  });

  it('leaves out what was debriefed before, and what was found while nobody was notified', async () => {
    await drive(on.fleet.ann, 4);
    await on.query(`update hours_infringements set state = 'debriefed' where driver_id = $1`, [
      on.fleet.ann,
    ]);
    expect(await digests(96)).toEqual({});
    await on.query('update schedule_reminders set is_active = false');
    await drive(zoe, 2);
    expect(Object.keys(await digests(120))).toEqual(['boss@digest.test']);
    await on.prefer(boss, {});
    await drive(zoe, 1);
    expect(await digests(144)).toEqual({});
    await on.query('update schedule_reminders set is_active = true');
    expect(await digests(168)).toEqual({});
  });
});
