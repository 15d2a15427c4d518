import { z } from 'zod';
import { brief, depotChoice } from './depots.ts';
import { endpoint } from './endpoint.ts';
import { id, idText } from './fields.ts';
import { driverName, paged, pagedQuery } from './shapes.ts';

const place = z.object({ id, name: z.string() });

const region = z
  .object({ ...place.shape, permission: z.string().nullable(), vehicle_groups: z.array(place) })
  .meta({ id: 'RegionChoice' });

const driver = z
  .object({
    ...driverName.shape,
    email: z.string().nullable(),
    phone: z.string().nullable(),
    /** Number of the card or tag. */
    driver_id: z.string().nullable(),
    category: id.nullable(),
    vehicle: id.nullable(),
    /** The account of the driver; null for a driver without one. */
    user: id.nullable(),
    customer: id,
  })
  .meta({ id: 'DriverChoice' });

/** A page; the count stops at 10,000. */
const choices = <T extends z.core.SomeType>(row: T) =>
  paged(row).extend({ count_is_limit: z.boolean() });

/** The options of shared pickers (OP-087). */
export const pickers = {
  depots: endpoint({
    method: 'GET',
    path: '/api/vehicles_groups_for_user_list/',
    ids: ['R-065'],
    summary: 'List the visible depots.',
    access: { kind: 'signed-in' },
    query: pagedQuery(['name']).extend({ brief }),
    answer: choices(depotChoice),
  }),
  regions: endpoint({
    method: 'GET',
    path: '/api/regions_multiselect_list/',
    ids: ['R-074'],
    summary: 'List the visible regions, each with its visible depots.',
    access: { kind: 'signed-in' },
    query: pagedQuery(['name']),
    answer: choices(region),
  }),
  drivers: endpoint({
    method: 'GET',
    path: '/api/drivers_list/',
    ids: ['R-104'],
    summary: 'List the visible drivers, by default only those without an account.',
    access: { kind: 'administrator' },
    query: pagedQuery(['first_name', 'surname']).extend({
      unassigned: z.enum(['true', 'false']).default('true'),
      /** Also this driver, with or without an account: the selected one. */
      except: idText.optional(),
    }),
    answer: choices(driver),
  }),
  repairers: endpoint({
    method: 'GET',
    path: '/api/customer_repairers/{customerId}/',
    ids: ['R-100'],
    summary: 'List the repairers of a customer by name; of customer 0, none.',
    access: { kind: 'signed-in' },
    params: z.object({ customerId: z.coerce.number().int().nonnegative().max(2_147_483_647) }),
    answer: z.array(place),
  }),
} as const;
