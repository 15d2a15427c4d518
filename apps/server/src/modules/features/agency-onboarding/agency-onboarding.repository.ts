import type { OnboardingDocument, OnboardingShownState, OnboardingState } from '@roadworthy/domain';
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import {
  depotInScope,
  exactPage,
  ofCustomer,
  type Tables,
  type Transaction,
} from '../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../platform/paging.ts';

/** An onboarding as stored. Days are YYYY-MM-DD. */
export interface OnboardingRow {
  readonly id: number;
  readonly customer_id: number;
  readonly agency_id: number;
  readonly agency: string;
  readonly depot_id: number | null;
  readonly depot: string | null;
  readonly state: OnboardingState;
  readonly email: string;
  readonly language: 'en' | 'pt';
  readonly documents: OnboardingDocument[];
  readonly expires_at: Date;
  readonly sent_at: Date;
  readonly invited_at: Date;
  readonly invited_by: string;
  readonly invited_by_id: number | null;
  readonly submitted_at: Date | null;
  readonly first_name: string;
  readonly surname: string;
  readonly born_on: string | null;
  readonly phone: string | null;
  readonly address: string;
  readonly photographs: number;
  readonly terms_version: number | null;
  readonly terms_name: string | null;
  readonly terms_accepted_at: Date | null;
  readonly signature_file_id: string | null;
  readonly decided_at: Date | null;
  readonly decided_by: string | null;
  readonly reason: string;
  readonly engaged_until: string | null;
  readonly driver_id: number | null;
  readonly version: number;
}

/** A document as the driver has entered it. */
export interface EnteredRow {
  readonly onboarding_id: number;
  readonly kind: OnboardingDocument;
  readonly title: string;
  readonly number: string;
  readonly issued_on: string | null;
  readonly expires_on: string | null;
  readonly categories: string[];
  readonly front_file_id: string | null;
  readonly back_file_id: string | null;
  readonly is_accepted: boolean | null;
  readonly reason: string;
  readonly decided_by: string | null;
}

export const COLUMNS = sql`o.id, o.customer_id, o.agency_id, a.name as agency, o.depot_id, g.name as depot,
  o.state, o.email, o.language, o.documents, o.expires_at, o.sent_at, o.invited_at, o.invited_by,
  o.invited_by_id, o.submitted_at, o.first_name, o.surname, o.born_on::text, o.phone, o.address,
  o.photographs, m.version as terms_version, o.terms_name, o.terms_accepted_at, o.signature_file_id,
  o.decided_at, o.decided_by, o.reason, o.engaged_until::text, o.driver_id, o.version`;
export const TABLES = sql`agency_onboardings o join agencies a on a.id = o.agency_id
  left join depots g on g.id = o.depot_id left join agency_terms m on m.id = o.terms_id`;

/** Condition: people who see some depots only see the onboardings of those. */
const isVisible = (viewer: Viewer) =>
  sql<boolean>`${ofCustomer(viewer, 'o.customer_id')}
    and ${viewer.depotScope === 'all' ? sql`true` : depotInScope(viewer, 'o.depot_id')}`;

const EXPIRED = sql<boolean>`(o.state in ('invited', 'in_progress') and o.expires_at <= now())`;

function stateCondition(state: OnboardingShownState | undefined): RawBuilder<boolean> {
  if (state === undefined) return sql<boolean>`true`;
  if (state === 'expired') return EXPIRED;
  return sql<boolean>`o.state = ${state} and not ${EXPIRED}`;
}

/** A page of visible onboardings, newest first. */
export async function onboardingPage(
  trx: Transaction,
  viewer: Viewer,
  { state, agency }: { state?: OnboardingShownState | undefined; agency?: number | undefined },
  page: Page,
): Promise<{ count: number; rows: readonly OnboardingRow[] }> {
  const to = page.descending ? sql`desc` : sql`asc`;
  const pattern = containsPattern(page.search);
  const order =
    page.orderBy === 'driver'
      ? sql`lower(o.surname) ${to}, lower(o.first_name) ${to}, o.id`
      : page.orderBy === 'submitted_at'
        ? sql`o.submitted_at ${to} nulls last, o.id ${to}`
        : // The newest come first unless a person asks for the oldest.
          sql`o.invited_at ${page.orderBy === null ? sql`desc` : to}, o.id desc`;
  return exactPage<OnboardingRow>(trx, page, {
    columns: COLUMNS,
    matching: sql`from ${TABLES} where ${isVisible(viewer)} and ${stateCondition(state)}
      and ${agency === undefined ? sql`true` : sql`o.agency_id = ${agency}`}
      and ${
        page.search === ''
          ? sql`true`
          : sql`(o.first_name || ' ' || o.surname || ' ' || o.email || ' ' || a.name) ilike ${pattern}`
      }`,
    order,
  });
}

const oneOf = (viewer: Viewer, id: number) =>
  sql`select ${COLUMNS} from ${TABLES} where o.id = ${id} and ${isVisible(viewer)}`;

/** A visible onboarding; undefined if there is none. */
export async function readOnboarding(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<OnboardingRow | undefined> {
  const { rows } = await sql<OnboardingRow>`${oneOf(viewer, id)}`.execute(trx);
  return rows[0];
}

/** A visible onboarding, locked for a change; undefined if there is none. */
export async function visibleOnboarding(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<OnboardingRow | undefined> {
  const { rows } = await sql<OnboardingRow>`${oneOf(viewer, id)} for update of o`.execute(trx);
  return rows[0];
}

/** What drivers have entered of the documents, in the sequence of the kinds. */
export async function enteredOf(
  trx: Transaction,
  onboardingIds: readonly number[],
): Promise<EnteredRow[]> {
  const { rows } = await sql<EnteredRow>`select d.onboarding_id, d.kind, d.title, d.number,
      d.issued_on::text, d.expires_on::text, d.categories, d.front_file_id, d.back_file_id,
      d.is_accepted, d.reason, d.decided_by
    from agency_onboarding_documents d where d.onboarding_id = any(${[...onboardingIds]}::int[])
    order by d.onboarding_id, d.id`.execute(trx);
  return rows;
}

export async function insertOnboarding(
  trx: Transaction,
  values: Insertable<Tables['agency_onboardings']>,
): Promise<number> {
  const { id } = await trx
    .insertInto('agency_onboardings')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = values.documents.map((kind) => ({
    customer_id: values.customer_id,
    onboarding_id: id,
    kind: kind as OnboardingDocument,
  }));
  await trx.insertInto('agency_onboarding_documents').values(rows).execute();
  return id;
}

/** Changes an onboarding; its version counts on. */
export async function updateOnboarding(
  trx: Transaction,
  id: number,
  values: Updateable<Tables['agency_onboardings']>,
): Promise<void> {
  await trx
    .updateTable('agency_onboardings')
    .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function updateEntered(
  trx: Transaction,
  onboardingId: number,
  kind: OnboardingDocument,
  values: Updateable<Tables['agency_onboarding_documents']>,
): Promise<void> {
  await trx
    .updateTable('agency_onboarding_documents')
    .set(values)
    .where('onboarding_id', '=', onboardingId)
    .where('kind', '=', kind)
    .execute();
}

/** Visible drivers with the same licence, e-mail address or name, at most ten. */
export async function matchingDrivers(
  trx: Transaction,
  onboarding: OnboardingRow,
  licenceNumber: string,
  visible: RawBuilder<boolean>,
): Promise<{ id: number; first_name: string; surname: string }[]> {
  const { rows } = await sql<{ id: number; first_name: string; surname: string }>`
    select d.id, d.first_name, d.surname from drivers d
    where d.customer_id = ${onboarding.customer_id} and d.archived_at is null and ${visible}
      and (lower(d.email) = lower(${onboarding.email})
        or (${licenceNumber} <> '' and lower(d.licence_number) = lower(${licenceNumber}))
        or (lower(d.first_name) = lower(${onboarding.first_name})
          and lower(d.surname) = lower(${onboarding.surname})))
    order by d.id limit 10`.execute(trx);
  return rows;
}
