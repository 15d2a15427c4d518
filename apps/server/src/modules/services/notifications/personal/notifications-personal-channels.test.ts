import { contract } from '@roadworthy/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type NotifiedFleet,
  notifiedFleet,
  PREFERENCES as PATH,
} from '../../../../../test/notified-fleet.ts';

let on: NotifiedFleet;

beforeAll(async () => {
  on = await notifiedFleet();
});
afterAll(() => on.close());
afterEach(() => on.reset());

describe('a browser', () => {
  it('[U-02] receives an encrypted notification that names the alert and opens it', async () => {
    const { answer, subscription } = await on.browserOf(on.fleet.people.manager, 'session-1');
    expect(answer.status).toBe(201);
    contract.notificationPreferences.subscribe.answer.parse(answer.body);
    await on.prefer(on.fleet.people.manager, { push: ['warning'], urgent: ['warning'] });
    const id = await on.raise();
    await on.notify();
    expect(await on.send()).toBe(1);
    const [received] = on.push.received;
    expect(subscription.endpoint.endsWith(received?.path ?? '?')).toBe(true);
    expect(received?.headers).toMatchObject({ urgency: 'high', ttl: '86400' });
    const key = (await on.api.ask(PATH, { as: on.fleet.people.manager })).body.push_key;
    expect(received?.headers.authorization).toMatch(new RegExp(`^vapid t=.+, k=${key}$`));
    expect(received?.content).toEqual({
      title: 'Harsh Braking: N1 AAA',
      body: expect.stringMatching(/^\d\d\/\d\d\/\d\d \d\d:\d\d/),
      path: expect.stringMatching(/^\/events\/activity\?vehicleId=\d+&startDate=/),
      tag: `alert-${id}`,
    });
  });

  it('is removed if its push service no longer knows it, and kept if that is away', async () => {
    await on.browserOf(on.fleet.people.manager, 'session-1');
    await on.prefer(on.fleet.people.manager, { push: ['warning'] });
    const count = async () => (await on.query('select from push_subscriptions')).rowCount;
    on.push.status = 503;
    await on.raise();
    await on.notify();
    expect(await on.send()).toBe(0);
    expect(await count()).toBe(1);
    on.push.status = 410;
    await on.query('update deliveries set next_attempt_at = now()');
    await on.send();
    expect(await count()).toBe(0);
    const { rows } = await on.query('select state, failure from deliveries');
    expect(rows).toEqual([{ state: 'failed', failure: 'delivery.push_ended' }]);
  });

  it('receives nothing after its session ended, or after another person signed in', async () => {
    const { subscription } = await on.browserOf(on.fleet.people.manager, 'session-1');
    await on.prefer(on.fleet.people.manager, { push: ['warning'] });
    await on.raise();
    await on.notify();
    await on.query("delete from sign_on_artifacts where id = 'session-1'");
    expect(await on.send()).toBe(0);
    expect(on.push.received).toEqual([]);
    await on.browserOf(on.fleet.people.manager, 'session-2');
    await on.query("delete from account_sessions where grant_id = 'session-2'");
    expect(
      (await on.api.ask(PATH, { as: on.fleet.people.manager })).body.push_subscriptions,
    ).toEqual([]);
    expect(subscription.endpoint).toContain('/browser/');
  });

  it('[U-P03] belongs to its person only, and is not added with a token without a session', async () => {
    const { answer } = await on.browserOf(on.fleet.people.manager, 'session-1');
    const path = `/api/account/push_subscriptions/${answer.body.id}/`;
    expect((await on.api.ask(path, { as: on.fleet.people.north, method: 'DELETE' })).status).toBe(
      404,
    );
    const without = await on.api.ask('/api/account/push_subscriptions/', {
      as: on.fleet.people.manager,
      method: 'POST',
      body: on.push.subscribe(),
    });
    expect(without.status).toBe(400);
    expect((await on.api.ask(path, { as: on.fleet.people.manager, method: 'DELETE' })).status).toBe(
      204,
    );
  });
});

describe('an SMS', () => {
  it('goes to the provider with its number, text and secret', async () => {
    await on.prefer(on.fleet.people.manager, { sms: ['warning'], phone: '+447700900123' });
    await on.raise();
    await on.notify();
    expect(await on.send()).toBe(1);
    expect(on.sms.received).toEqual([
      {
        path: '/send?to=%2B447700900123',
        authorization: 'Bearer sms-secret',
        body: { message: expect.stringMatching(/^Harsh Braking: N1 AAA, /) },
      },
    ]);
  });

  it('is tried again if the provider is away, and fails if it refuses the number', async () => {
    await on.prefer(on.fleet.people.manager, { sms: ['warning'], phone: '+447700900123' });
    const state = async () => (await on.query('select state, failure from deliveries')).rows;
    on.sms.status = 500;
    await on.raise();
    await on.notify();
    await on.send();
    expect(await state()).toEqual([{ state: 'waiting', failure: 'webhook.status 500' }]);
    on.sms.status = 400;
    await on.query('update deliveries set next_attempt_at = now()');
    await on.send();
    expect(await state()).toEqual([{ state: 'failed', failure: 'delivery.sms_refused' }]);
    expect(JSON.stringify(await state())).not.toContain('sms-secret');
  });
});

describe('a test notification', () => {
  it('[U-02] reaches each channel of the person who asks for it', async () => {
    const test = (channel: string) =>
      on.api.ask(`${PATH}test/`, {
        as: on.fleet.people.manager,
        method: 'POST',
        body: { channel },
      });
    expect((await test('push')).body.code).toBe('notification.no_browser');
    expect((await test('sms')).body.code).toBe('notification.no_phone');
    await on.prefer(on.fleet.people.manager, { phone: '+447700900123' });
    await on.browserOf(on.fleet.people.manager, 'session-1');
    for (const channel of ['email', 'push', 'sms']) expect((await test(channel)).status).toBe(204);
    expect(await on.send()).toBe(3);
    expect([on.sentTo(), on.push.received.length, on.sms.received.length]).toEqual([
      ['manager@track.test'],
      1,
      1,
    ]);
  });
});
