import {
  LICENCE_STATUSES,
  type LicenceCategory,
  type LicenceStatus,
  type PenaltyPoints,
} from '@roadworthy/domain';
import { z } from 'zod';
import type { Config } from '../config/index.ts';
import { type AccessToken, AccessTokens } from './access-tokens.ts';
import { askOfficial, type Outcome } from './ask.ts';
import { day, known, whole, word } from './values.ts';

type Settings = NonNullable<Config['official']['drivers']>;

const STATUS = Object.fromEntries(LICENCE_STATUSES.map((name) => [name, name])) as Readonly<
  Record<string, LicenceStatus>
>;
/** More than a licence can have; the form of a document takes as many. */
const MOST = 30;
const MOST_POINTS = 11;

const list = <T extends z.ZodType>(one: T) =>
  z
    .array(one)
    .nullish()
    .transform((value) => value ?? []);
const entitlement = z.object({
  categoryCode: word,
  categoryType: word,
  expiryDate: day,
  restrictions: list(z.object({ restrictionCode: word })),
});
const endorsement = z.object({
  offenceCode: word,
  offenceDate: day,
  convictionDate: day,
  penaltyPoints: whole,
});
const answered = z.object({
  driver: z.object({
    drivingLicenceNumber: z.string(),
    firstNames: word,
    lastName: word,
    disqualifiedUntil: day,
  }),
  licence: z.object({
    status: known(STATUS).transform((value, context) => {
      if (value !== null) return value;
      context.addIssue({ code: 'custom', message: 'no status' });
      return z.NEVER;
    }),
  }),
  entitlement: list(entitlement),
  endorsements: list(endorsement),
  token: z.object({ validToDate: day }).nullish(),
});

/** What the DVLA says of a driving licence. Days are YYYY-MM-DD. */
export interface LicenceRecord {
  readonly number: string;
  readonly firstNames: string;
  readonly surname: string;
  readonly status: LicenceStatus;
  /** Null without an end, or if the holder is not disqualified. */
  readonly disqualifiedUntil: string | null;
  /** When the photocard expires. */
  readonly cardExpiresOn: string | null;
  /** Full categories; provisional ones permit nothing at work. */
  readonly categories: readonly LicenceCategory[];
  /** Endorsements; those without points have 0. */
  readonly points: readonly PenaltyPoints[];
}

/** A code of a restriction as the file writes it: the DVLA writes 79(03) for 79.03. */
const plainCode = (code: string | null): string[] => {
  const plain = (code ?? '').toUpperCase().replace(/\((\w+)\)/, '.$1');
  return /^[0-9A-Z.]{1,6}$/.test(plain) ? [plain] : [];
};

/** The full categories; of one that is listed twice, the entitlement that ends later. */
function categoriesOf(entitlements: readonly z.output<typeof entitlement>[]): LicenceCategory[] {
  const found = new Map<string, LicenceCategory>();
  for (const { categoryCode, categoryType, expiryDate, restrictions } of entitlements) {
    const category = (categoryCode ?? '').toUpperCase();
    const isFull = (categoryType ?? 'full').toLowerCase() === 'full';
    if (!isFull || !/^[A-Z0-9+]{1,4}$/.test(category)) continue;
    const other = found.get(category);
    const isLater = expiryDate === null || expiryDate > (other?.expires_on ?? '9999');
    if (other !== undefined && !isLater) continue;
    const codes = restrictions.flatMap(({ restrictionCode }) => plainCode(restrictionCode));
    found.set(category, { category, expires_on: expiryDate, codes: codes.slice(0, 12) });
  }
  return [...found.values()].slice(0, MOST);
}

function pointsOf(endorsements: readonly z.output<typeof endorsement>[]): PenaltyPoints[] {
  return endorsements
    .flatMap(({ convictionDate, offenceCode, offenceDate, penaltyPoints }) => {
      const on = offenceDate ?? convictionDate;
      const code = /^[A-Z]{2}\d{2}$/.test(offenceCode ?? '') ? (offenceCode ?? '') : '';
      return on === null ? [] : [{ on, points: Math.min(penaltyPoints ?? 0, MOST_POINTS), code }];
    })
    .sort((a, b) => b.on.localeCompare(a.on))
    .slice(0, MOST);
}

/** @throws for an answer of another shape or about another licence */
function read(answer: unknown, number: string): LicenceRecord {
  const {
    driver,
    endorsements,
    entitlement: entitlements,
    licence,
    token,
  } = answered.parse(answer);
  if (driver.drivingLicenceNumber.toUpperCase() !== number) {
    throw new RangeError('official.other_licence');
  }
  return {
    number,
    firstNames: driver.firstNames ?? '',
    surname: driver.lastName ?? '',
    status: licence.status,
    disqualifiedUntil: licence.status === 'disqualified' ? driver.disqualifiedUntil : null,
    cardExpiresOn: token?.validToDate ?? null,
    categories: categoriesOf(entitlements),
    points: pointsOf(endorsements),
  };
}

const jwt = z
  .object({ 'id-token': z.string().min(1) })
  // The guide of the authentication API: a token is valid for an hour.
  .transform((answer) => ({ value: answer['id-token'], lifeS: 3600 }));
const JSON_BODY = { 'content-type': 'application/json' };

/**
 * The Access to Driver Data API of the DVLA (version 1.26): a token of the authentication API, then
 * POST /full-driver-enquiry/v1/driving-licences/retrieve with the token and X-API-Key.
 */
export class DriverData {
  readonly #tokens = new AccessTokens(() => this.#fetchToken());

  constructor(private readonly settings: Settings) {}

  /** @param number 16 capitals and digits */
  licence(number: string): Promise<Outcome<LicenceRecord>> {
    const { key, timeoutMs, url } = this.settings;
    return this.#tokens.ask((token) =>
      askOfficial({
        url: `${url}/full-driver-enquiry/v1/driving-licences/retrieve`,
        method: 'POST',
        headers: { ...JSON_BODY, authorization: token, 'x-api-key': key },
        body: JSON.stringify({
          drivingLicenceNumber: number,
          includeCPC: false,
          includeTacho: false,
          acceptPartialResponse: 'false',
        }),
        timeoutMs,
        read: (answer) => read(answer, number),
      }),
    );
  }

  #fetchToken(): Promise<Outcome<AccessToken>> {
    const { password, timeoutMs, url, user } = this.settings;
    return askOfficial({
      url: `${url}/thirdparty-access/v1/authenticate`,
      method: 'POST',
      headers: JSON_BODY,
      body: JSON.stringify({ userName: user, password }),
      timeoutMs,
      read: (answer) => jwt.parse(answer),
    });
  }
}
