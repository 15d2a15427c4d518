import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { conflict } from '../../../platform/errors.ts';
import { type FieldErrors, throwIfInvalid } from '../customers/index.ts';
import type { DriverBody } from './driver-json.ts';
import type { DriverRow } from './drivers.repository.ts';
import {
  accountState,
  categoryIsKnown,
  heldNumbers,
  vehicleIsKnown,
} from './drivers-form.repository.ts';

/** Fields with the numbers by which devices identify a driver. */
const IDENTITIES = ['driver_id', 'rfid_number', 'tachograph_card_number'] as const;

/** @throws HttpError 409 for a number that another request took at the same moment */
export function refuseNumber(): never {
  throw conflict('driver.number_taken_now');
}

/**
 * Refuses a form that refers to records that are not visible or of another customer, and numbers that
 * another driver has.
 *
 * @throws HttpError 400 with the fields
 */
export async function checkDriver(
  trx: Transaction,
  viewer: Viewer,
  body: DriverBody,
  customerId: number,
  known: DriverRow | null,
): Promise<void> {
  const errors: FieldErrors = {};
  const { category, vehicle, user } = body;
  if (category !== null && category !== known?.category_id) {
    if (!(await categoryIsKnown(trx, customerId, category))) {
      errors.category = ['category.unknown'];
    }
  }
  if (vehicle !== null && vehicle !== known?.vehicle) {
    if (!(await vehicleIsKnown(trx, viewer, customerId, vehicle))) {
      errors.vehicle = ['vehicle.unknown'];
    }
  }
  // An administrator of some depots sees only the drivers of their vehicles.
  if (known === null && vehicle === null && viewer.depotScope !== 'all') {
    errors.vehicle = ['vehicle.of_depots_required'];
  }
  if (user !== null && user !== known?.user) {
    const state = await accountState(trx, customerId, user, known?.id ?? null);
    if (state === 'unknown') errors.user = ['user.unknown'];
    if (state === 'taken') errors.user = ['user.other_driver'];
  }
  Object.assign(errors, await numberFaults(trx, body, customerId, known?.id ?? null));
  throwIfInvalid(errors);
}

async function numberFaults(
  trx: Transaction,
  body: DriverBody,
  customerId: number,
  driverId: number | null,
): Promise<FieldErrors> {
  const given = IDENTITIES.flatMap((field) => {
    const number = body[field];
    return number === null ? [] : [{ field, number: number.toLowerCase() }];
  });
  const numbers = given.map(({ number }) => number);
  const held = await heldNumbers(trx, customerId, numbers, driverId);
  const errors: FieldErrors = {};
  for (const [n, { field, number }] of given.entries()) {
    if (held.has(number)) errors[field] = ['driver.number_taken'];
    else if (numbers.indexOf(number) < n) errors[field] = ['driver.number_twice'];
  }
  return errors;
}
