import type { AnswerOf, contract } from '@roadworthy/contract';
import type { Chosen } from '../../ui/pickers/kind.ts';

export type Driver = AnswerOf<typeof contract.drivers.read>;

/** Form values of a driver; dates as YYYY-MM-DD, empty for none. */
export interface DriverDraft {
  readonly first_name: string;
  readonly surname: string;
  readonly email: string;
  readonly phone: string;
  readonly category: number | null;
  readonly vehicle: Chosen | null;
  readonly driver_id: string;
  readonly rfid_number: string;
  readonly tachograph_card_number: string;
  readonly tachograph_card_expires_on: string;
  readonly licence_number: string;
  /** Separated by spaces or commas. */
  readonly licence_categories: string;
  readonly licence_expires_on: string;
  readonly cpc_card_number: string;
  readonly cpc_expires_on: string;
  /** Customer of a new driver; null for the user's customer. */
  readonly customer: number | null;
}

export function driverDraft(one: Driver | null): DriverDraft {
  return {
    first_name: one?.first_name ?? '',
    surname: one?.surname ?? '',
    email: one?.email ?? '',
    phone: one?.phone ?? '',
    category: one?.category ?? null,
    vehicle:
      one === null || one.vehicle === null
        ? null
        : { id: one.vehicle, name: one.vehicle_registration ?? '' },
    driver_id: one?.driver_id ?? '',
    rfid_number: one?.rfid_number ?? '',
    tachograph_card_number: one?.tachograph_card_number ?? '',
    tachograph_card_expires_on: one?.tachograph_card_expires_on ?? '',
    licence_number: one?.licence_number ?? '',
    licence_categories: (one?.licence_categories ?? []).join(' '),
    licence_expires_on: one?.licence_expires_on ?? '',
    cpc_card_number: one?.cpc_card_number ?? '',
    cpc_expires_on: one?.cpc_expires_on ?? '',
    customer: null,
  };
}

const dayOf = (text: string) => (text === '' ? null : text);

/** The request body; the account of a driver is managed with the users. */
export function driverBody({ customer, vehicle, ...draft }: DriverDraft, one: Driver | null) {
  return {
    ...draft,
    ...(customer === null ? {} : { customer }),
    vehicle: vehicle?.id ?? null,
    user: one?.user ?? null,
    licence_categories: draft.licence_categories.split(/[\s,;]+/).filter((text) => text !== ''),
    licence_expires_on: dayOf(draft.licence_expires_on),
    tachograph_card_expires_on: dayOf(draft.tachograph_card_expires_on),
    cpc_expires_on: dayOf(draft.cpc_expires_on),
  };
}

/** A document expires soon within this many days. */
const SOON_DAYS = 30;
const DAY_MS = 86_400_000;

/**
 * The status of a document with an expiry date.
 *
 * @param day YYYY-MM-DD
 * @param today YYYY-MM-DD
 */
export function expiryState(day: string, today: string): 'expired' | 'soon' | 'valid' {
  if (day < today) return 'expired';
  const leftDays = (Date.parse(day) - Date.parse(today)) / DAY_MS;
  return leftDays <= SOON_DAYS ? 'soon' : 'valid';
}
