import type { MotDefect, MotOdometer, MotResult } from '@roadworthy/domain';
import { z } from 'zod';
import type { Config } from '../config/index.ts';
import { type AccessToken, AccessTokens } from './access-tokens.ts';
import { askOfficial, type Outcome } from './ask.ts';
import { day, known, whole, word } from './values.ts';
import { ofPlate } from './vehicle-enquiry.ts';

type Settings = NonNullable<Config['official']['dvsa']>;

const RESULT: Readonly<Record<string, MotResult>> = { passed: 'passed', failed: 'failed' };
const ODOMETER: Readonly<Record<string, MotOdometer>> = {
  read: 'read',
  unreadable: 'unreadable',
  no_odometer: 'no_odometer',
};
/** A mile as screens convert it back, so that they show the number on the certificate. */
const METRES: Readonly<Record<string, number>> = { mi: 1609.344, km: 1000 };
const MAX_DEFECT = 2000;

const defect = z.object({
  text: word.transform((value) => (value ?? '').slice(0, MAX_DEFECT)),
  type: word.transform((value) => (value ?? '').slice(0, 40)),
  dangerous: z
    .boolean()
    .nullish()
    .transform((value) => value === true),
});
const test = z.object({
  completedDate: z.string().transform((value, context) => {
    const ms = Date.parse(value.replace(/^(\d{4})\.(\d\d)\.(\d\d)/, '$1-$2-$3'));
    if (!Number.isNaN(ms)) return ms;
    context.addIssue({ code: 'custom', message: 'no time' });
    return z.NEVER;
  }),
  testResult: known(RESULT),
  expiryDate: day,
  odometerValue: whole,
  odometerUnit: word,
  odometerResultType: known(ODOMETER),
  motTestNumber: word,
  registrationAtTimeOfTest: word,
  defects: z
    .array(defect)
    .nullish()
    .transform((value) => value ?? []),
});
const vehicle = z.object({
  registration: z.string(),
  make: word,
  model: word,
  firstUsedDate: day,
  fuelType: word,
  primaryColour: word,
  registrationDate: day,
  manufactureDate: day,
  engineSize: whole,
  hasOutstandingRecall: word,
  /** Of a vehicle that was never tested. */
  motTestDueDate: day,
  motTests: z
    .array(test)
    .nullish()
    .transform((value) => value ?? []),
});

/** A test of the history. Times in ms since 1970 UTC, days YYYY-MM-DD. */
export interface MotTest {
  readonly number: string | null;
  readonly completedMs: number;
  readonly result: MotResult;
  readonly expiresOn: string | null;
  readonly odometerM: number | null;
  readonly odometer: MotOdometer | null;
  readonly registration: string | null;
  readonly defects: readonly MotDefect[];
}

/** What the MOT history says of a vehicle; its tests are the newest first. */
export type TestedVehicle = Omit<z.output<typeof vehicle>, 'motTests'> & {
  readonly tests: readonly MotTest[];
};

function metresOf({ odometerResultType, odometerUnit, odometerValue }: z.output<typeof test>) {
  if (odometerValue === null || (odometerResultType ?? 'read') !== 'read') return null;
  const metres = METRES[odometerUnit?.toLowerCase() ?? ''];
  return metres === undefined ? null : Math.round(odometerValue * metres);
}

function testOf(one: z.output<typeof test>): MotTest[] {
  // Tests that were abandoned or aborted have no result.
  if (one.testResult === null) return [];
  return [
    {
      number: one.motTestNumber,
      completedMs: one.completedDate,
      result: one.testResult,
      expiresOn: one.expiryDate,
      odometerM: metresOf(one),
      odometer: one.odometerResultType,
      registration: one.registrationAtTimeOfTest,
      defects: one.defects,
    },
  ];
}

function read(answer: unknown, plate: string): TestedVehicle {
  const { motTests, ...found } = vehicle.parse(answer);
  ofPlate(found.registration, plate);
  const tests = motTests.flatMap(testOf).sort((a, b) => b.completedMs - a.completedMs);
  return { ...found, tests };
}

const token = z
  .object({ access_token: z.string().min(1), expires_in: z.coerce.number() })
  .transform(({ access_token: value, expires_in: lifeS }) => ({ value, lifeS }));

/**
 * The DVSA MOT history API: OAuth 2 client credentials at the token address, then
 * GET /v1/trade/vehicles/registration/{registration} with the token and X-API-Key.
 */
export class MotHistory {
  readonly #tokens = new AccessTokens(() => this.#fetchToken());

  constructor(private readonly settings: Settings) {}

  /** @param plate capitals and digits */
  vehicle(plate: string): Promise<Outcome<TestedVehicle>> {
    const { key, timeoutMs, url } = this.settings;
    return this.#tokens.ask((access) =>
      askOfficial({
        url: `${url}/v1/trade/vehicles/registration/${encodeURIComponent(plate)}`,
        method: 'GET',
        headers: { authorization: `Bearer ${access}`, 'x-api-key': key },
        timeoutMs,
        read: (answer) => read(answer, plate),
      }),
    );
  }

  #fetchToken(): Promise<Outcome<AccessToken>> {
    const { clientId, clientSecret, scope, timeoutMs, tokenUrl } = this.settings;
    return askOfficial({
      url: tokenUrl,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
        scope,
      }).toString(),
      timeoutMs,
      read: (answer) => token.parse(answer),
    });
  }
}
