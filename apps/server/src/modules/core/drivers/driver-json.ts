import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import type { DriverRow, DriverValues } from './drivers.repository.ts';

export type Driver = AnswerOf<typeof contract.drivers.read>;
export type DriverBody = BodyOf<typeof contract.drivers.create>;

/** A driver as the interface shows one. */
export function toDriver({ tag_number, category_id, ...row }: DriverRow): Driver {
  return { ...row, driver_id: tag_number, category: category_id };
}

/** What a form says of the driver alone. */
export function valuesOf(body: DriverBody): DriverValues {
  const { driver_id, category, vehicle: _v, user: _u, customer: _c, ...values } = body;
  return {
    ...values,
    licence_categories: [...new Set(values.licence_categories)],
    tag_number: driver_id,
    category_id: category,
  };
}

/** What the history keeps of a driver: names where a person would read them. */
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

/** How the history names a driver. */
export const nameOf = ({ first_name, surname }: DriverRow) => `${first_name} ${surname}`;
