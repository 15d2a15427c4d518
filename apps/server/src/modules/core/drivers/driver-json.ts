import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import type { DriverRow, DriverValues } from './drivers.repository.ts';

export type Driver = AnswerOf<typeof contract.drivers.read>;
export type DriverBody = BodyOf<typeof contract.drivers.create>;

export function toDriver({ tag_number, category_id, ...row }: DriverRow): Driver {
  return { ...row, driver_id: tag_number, category: category_id };
}

/** The fields of the driver form that are stored with the driver. */
export function valuesOf(body: DriverBody): DriverValues {
  const { driver_id, category, vehicle: _v, user: _u, customer: _c, ...values } = body;
  return {
    ...values,
    licence_categories: [...new Set(values.licence_categories)],
    tag_number: driver_id,
    category_id: category,
  };
}

/** The fields of a driver that the history stores, with names instead of ids. */
export function keptFacts(driver: DriverRow): object {
  const {
    id: _,
    customer: _c,
    customer_name: _n,
    archived: _a,
    category_id: _k,
    category_name,
    vehicle: _v,
    vehicle_registration,
    user: _u,
    user_name,
    ...facts
  } = driver;
  return { ...facts, category: category_name, vehicle: vehicle_registration, user: user_name };
}

/** The name of a driver in the history. */
export const nameOf = ({ first_name, surname }: DriverRow) => `${first_name} ${surname}`;
