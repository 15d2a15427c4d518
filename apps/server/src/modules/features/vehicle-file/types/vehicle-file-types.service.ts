import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import {
  fieldConflict,
  forbidden,
  notFound,
  orNotFound,
  wrongField,
} from '../../../../platform/errors.ts';
import { pageOf } from '../../../../platform/paging.ts';
import { type AuditedRow, recordRow } from '../../../../platform/resource.ts';
import { scheduleType } from '../../schedules/index.ts';
import {
  type ActivityTypeRow,
  type ActivityTypeValues,
  activityType,
  activityTypes,
  insertActivityType,
  isReferenceTaken,
  updateActivityType,
} from './vehicle-file-types.repository.ts';

type Calls = typeof contract.vehicleFile;
type ActivityType = AnswerOf<Calls['activityType']>;
type Body = BodyOf<Calls['createActivityType']>;

export function toActivityType({ customer_id: _, ...row }: ActivityTypeRow): ActivityType {
  const { schedule_type_id: schedule_type, ...rest } = row;
  return { ...rest, schedule_type };
}

function valuesOf({ schedule_type, ...body }: Body): ActivityTypeValues {
  return { ...body, schedule_type_id: schedule_type };
}

/** The form of a type as the audit log stores it. */
const describing =
  (customerId: number | null, id: number) =>
  (body: Body): AuditedRow => ({
    customerId,
    subject: { kind: 'activity_type', id: String(id), name: body.name },
    facts: body,
  });

/** Types of activities (R-163, R-164, RP-21, RP-22). */
export class ActivityTypesService {
  constructor(private readonly db: Database) {}

  /**
   * A page of types, optionally only those for one type of vehicle or those that people can choose.
   */
  async list(
    viewer: Viewer,
    query: QueryOf<Calls['activityTypes']>,
  ): Promise<AnswerOf<Calls['activityTypes']>> {
    const { count, rows } = await this.db.asViewer(viewer, (trx) =>
      activityTypes(trx, viewer, pageOf(query), {
        vehicleType: query.vehicle_type ?? null,
        offered: query.remove_internal_use === true,
      }),
    );
    return { count, results: rows.map(toActivityType) };
  }

  /** @throws HttpError 404 for an unknown type and for another customer's */
  async read(viewer: Viewer, id: number): Promise<ActivityType> {
    const row = orNotFound(
      await this.db.asViewer(viewer, (trx) => activityType(trx, viewer, { id })),
    );
    return toActivityType(row);
  }

  /**
   * Creates a type of the viewer's customer, or a built-in one for a global administrator without
   * one.
   *
   * @throws HttpError 409 for a reference that is taken, 400 for an invalid one, 404 for an unknown
   *   type of schedule
   */
  async create(viewer: Viewer, body: Body): Promise<ActivityType> {
    return this.db.asViewer(viewer, async (trx) => {
      await this.#check(trx, viewer, body, null);
      const id = await insertActivityType(trx, viewer.customerId, valuesOf(body));
      await recordRow(trx, viewer, describing(viewer.customerId, id), null, body);
      return { ...body, id };
    });
  }

  /** @throws HttpError as {@link create}; 403 for a built-in type, 404 for an unknown type */
  async change(viewer: Viewer, id: number, body: Body): Promise<ActivityType> {
    return this.db.asViewer(viewer, async (trx) => {
      const known = orNotFound(await activityType(trx, viewer, { id }));
      if (known.customer_id === null && !viewer.isGlobalAdmin) {
        throw forbidden('document.type_global_only');
      }
      await this.#check(trx, viewer, body, known);
      await updateActivityType(trx, id, valuesOf(body));
      const { id: _, ...before } = toActivityType(known);
      await recordRow(trx, viewer, describing(known.customer_id, id), before, body);
      return { ...body, id };
    });
  }

  async #check(trx: Transaction, viewer: Viewer, body: Body, known: ActivityTypeRow | null) {
    // Records and rules depend on it.
    if (known !== null && known.reference !== body.reference) {
      throw wrongField('reference', 'document.reference_fixed');
    }
    if (await isReferenceTaken(trx, body.reference, known?.id ?? null)) {
      throw fieldConflict('reference', 'document.reference_taken');
    }
    const names = body.statuses.map(({ name }) => name.toLowerCase());
    if (new Set(names).size < names.length) {
      throw wrongField('statuses', 'document.status_name_twice');
    }
    if (
      body.schedule_type !== null &&
      (await scheduleType(trx, viewer, body.schedule_type, null)) === undefined
    ) {
      throw notFound();
    }
  }
}
