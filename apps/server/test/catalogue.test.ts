import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls, listedDifferences } from './catalogue/document.ts';
import { FLEET_REQUESTS } from './catalogue/fleet-requests.ts';
import { PEOPLE_REQUESTS } from './catalogue/people-requests.ts';
import { RECORD_REQUESTS } from './catalogue/record-requests.ts';
import type { Asking } from './catalogue/request.ts';
import { differencesOf, refusalDifferences, requestDifferences, send } from './catalogue/run.ts';
import { VIDEO_REQUESTS } from './catalogue/video-requests.ts';
import { PEOPLE, World } from './catalogue/world.ts';
import { undocumented } from './documented.ts';

/*
 * The product against docs/api-catalogue.md: every call is sent as a companion app that was written
 * to the catalogue sends it, as each role, and each answer is compared with the catalogued shape and
 * with the OpenAPI document.
 */

const REQUESTS = {
  ...PEOPLE_REQUESTS,
  ...FLEET_REQUESTS,
  ...RECORD_REQUESTS,
  ...VIDEO_REQUESTS,
};
const askingsOf = (id: string): readonly Asking[] => {
  const given = REQUESTS[id];
  return given === undefined ? [] : typeof given === 'function' ? [{ prepare: given }] : given;
};
const CASES = calls.flatMap((call) =>
  askingsOf(call.id).map((asking) => ({
    call,
    asking,
    name: [call.id, asking.form].filter(Boolean).join(' '),
  })),
);

let world: World;
/** Listed differences that were seen. */
const seen = new Set<string>();

/** What differs and is not listed in the catalogue. */
function unlisted(id: string, differences: readonly string[]): string[] {
  return differences.filter((difference) => {
    const listed = listedDifferences.find(
      (one) =>
        one.id === id &&
        (difference.startsWith(`${one.at}:`) || difference.startsWith(`${one.at} `)),
    );
    if (listed !== undefined) seen.add(`${listed.id} ${listed.at}`);
    return listed === undefined;
  });
}

beforeAll(async () => {
  world = await World.open();
});
afterAll(() => world.close());

describe('the catalogue', () => {
  it('[R-017] is sent whole', () => {
    expect(calls).toHaveLength(189);
    expect(calls.filter(({ id }) => askingsOf(id).length === 0).map(({ id }) => id)).toEqual([]);
  });

  async function hold({ call, asking }: (typeof CASES)[number]) {
    const by = asking.by ?? 'admin';
    const outcome = await send(world, call, asking, by);
    expect(requestDifferences(call, outcome.request)).toEqual([]);
    expect(unlisted(call.id, differencesOf(call, outcome))).toEqual([]);
    expect(undocumented(call, outcome)).toBeNull();
    for (const person of PEOPLE) {
      if (person === by) continue;
      const theirs = await send(world, call, asking, person);
      const differences =
        theirs.status < 400 || theirs.body === undefined
          ? differencesOf(call, theirs)
          : refusalDifferences(theirs);
      expect(unlisted(call.id, differences), person).toEqual([]);
      expect(undocumented(call, theirs), person).toBeNull();
    }
  }

  it.each(CASES)('[R-012] [V-P01] [V-P02] $name', hold);

  it.each([
    ['users', 'R-034'],
    ['regions and depots', 'R-063'],
    ['tracking', 'R-132'],
    ['trips', 'R-136'],
    ['timesheets', 'R-137'],
    ['reports', 'R-114'],
    ['audit survey reports', 'R-126'],
    ['report notification e-mails', 'R-048'],
    ['activities', 'R-168'],
    ['investigations', 'R-171'],
    ['uploads of vehicles', 'R-146'],
    ['the public help page', 'R-149'],
  ])('[O-06] the data layer covers %s: %s answers', async (_area, id) => {
    const found = CASES.find(({ call }) => call.id === id);
    if (found === undefined) throw new Error(`${id} is not sent`);
    const { status } = await send(world, found.call, found.asking, found.asking.by ?? 'admin');
    expect(status).toBe(200);
  });

  it('lists no difference that there is not', () => {
    expect(listedDifferences.length).toBeGreaterThan(0);
    const unseen = listedDifferences.filter(({ id, at }) => !seen.has(`${id} ${at}`));
    expect(unseen).toEqual([]);
  });
});
