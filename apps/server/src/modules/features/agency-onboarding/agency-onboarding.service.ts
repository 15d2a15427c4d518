import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import { actorOf } from '../../../platform/audit/index.ts';
import { randomToken, tokenHash, type Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { conflict, orNotFound, wrongField } from '../../../platform/errors.ts';
import { type Page, pageOf } from '../../../platform/paging.ts';
import { recordRow } from '../../../platform/resource.ts';
import type { Services } from '../../../platform/services.ts';
import { type ReportFile, tableFile, wholePage, wordsOf } from '../../../platform/tables/index.ts';
import { checkVisibleDepot, driverIsVisible } from '../../core/fleet/index.ts';
import { changedMeanwhile } from '../records/index.ts';
import { activeAgency, choicesFor } from './agencies/agency-onboarding-agencies.repository.ts';
import { onboardingColumns } from './agency-onboarding.columns.ts';
import {
  enteredOf,
  insertOnboarding,
  matchingDrivers,
  type OnboardingRow,
  onboardingPage,
  readOnboarding,
  updateOnboarding,
  visibleOnboarding,
} from './agency-onboarding.repository.ts';
import {
  describedOnboarding,
  type Onboarding,
  type OnboardingItem,
  toItem,
  toOnboarding,
} from './agency-onboarding-json.ts';
import { mailDriver } from './agency-onboarding-mail.ts';

type Calls = typeof contract.agencyOnboarding;

const DAY_MS = 86_400_000;
/** A mail to the same driver is sent again after this time at the earliest. */
const RESEND_MS = 60_000;

/** A new token, its hash, and when it expires; only the hash is stored. */
const newLink = (publicUrl: string, days: number) => {
  const token = randomToken();
  return {
    // The token follows the #, which browsers do not send to servers.
    address: `${publicUrl}/onboarding#${token}`,
    columns: {
      token_hash: tokenHash(token),
      expires_at: new Date(Date.now() + days * DAY_MS),
      sent_at: new Date(),
    },
  };
};

/** Onboardings of agency drivers: list, invitation and link. */
export class AgencyOnboardingService {
  constructor(private readonly services: Pick<Services, 'db' | 'files' | 'config'>) {}

  async list(viewer: Viewer, query: QueryOf<Calls['list']>): Promise<AnswerOf<Calls['list']>> {
    return this.services.db.asViewer(viewer, (trx) =>
      this.#page(trx, viewer, query, pageOf(query)),
    );
  }

  /** @throws HttpError 400 if there are more rows than a file may have */
  file(viewer: Viewer, query: QueryOf<Calls['exportList']>): Promise<ReportFile> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const page = wholePage(pageOf(query), query.format);
      const { results } = await this.#page(trx, viewer, query, page);
      return tableFile(trx, viewer, query.format, {
        title: 'agencyOnboarding.title',
        stem: 'agency-onboarding',
        rows: results,
        columns: (display) => onboardingColumns((key) => wordsOf(display, key)),
      });
    });
  }

  choices(viewer: Viewer): Promise<AnswerOf<Calls['choices']>> {
    return this.services.db.asViewer(viewer, (trx) => choicesFor(trx, viewer));
  }

  /** @throws HttpError 404 if it is not visible */
  read(viewer: Viewer, id: number): Promise<Onboarding> {
    return this.services.db.asViewer(viewer, async (trx) =>
      this.answer(trx, viewer, orNotFound(await readOnboarding(trx, viewer, id))),
    );
  }

  /**
   * Stores an invitation and sends its link.
   *
   * @throws HttpError 400 on the fields for an agency that is not known, or a missing depot; 404 for a depot that is
   *   not visible
   */
  invite(viewer: Viewer, body: BodyOf<Calls['invite']>): Promise<Onboarding> {
    const { agency, days, depot, documents, ...values } = body;
    const link = newLink(this.services.config.publicUrl, days);
    return this.services.db.asViewer(viewer, async (trx) => {
      if (depot !== null) await checkVisibleDepot(trx, viewer, depot);
      else if (viewer.depotScope !== 'all') throw wrongField('depot', 'validation.required');
      const customerId = await activeAgency(trx, viewer, agency, depot);
      if (customerId === undefined) throw wrongField('agency', 'agency.unknown');
      const actor = await actorOf(trx, viewer);
      const id = await insertOnboarding(trx, {
        ...values,
        ...link.columns,
        customer_id: customerId,
        agency_id: agency,
        depot_id: depot,
        documents: [...new Set(documents)],
        invited_by: actor.name,
        invited_by_id: viewer.userId,
      });
      const row = orNotFound(await visibleOnboarding(trx, viewer, id));
      await mailDriver(trx, row, 'invitation', { address: link.address });
      await recordRow(trx, viewer, describedOnboarding, null, row);
      return this.answer(trx, viewer, row);
    });
  }

  /** @throws HttpError 404 if it is not visible, 409 once it is over, or within a minute of the last mail */
  resend(viewer: Viewer, id: number, days: number): Promise<Onboarding> {
    return this.change(viewer, id, null, async (trx, row) => {
      if (row.state !== 'invited' && row.state !== 'in_progress') {
        throw conflict('agency_onboarding.state_wrong');
      }
      await this.sendLink(trx, viewer, row, days, {});
    });
  }

  /** @throws HttpError 404 if it is not visible, 409 once it is over or if it has changed meanwhile */
  withdraw(viewer: Viewer, id: number, version: number): Promise<Onboarding> {
    return this.change(viewer, id, version, async (trx, row) => {
      if (row.state === 'accepted' || row.state === 'rejected' || row.state === 'withdrawn') {
        throw conflict('agency_onboarding.state_wrong');
      }
      const { name } = await actorOf(trx, viewer);
      const decided = { decided_at: new Date(), decided_by: name };
      await updateOnboarding(trx, id, { state: 'withdrawn', token_hash: null, ...decided });
    });
  }

  /**
   * Sends a new link, which replaces the last one: the invitation, or the request for corrections.
   *
   * @throws HttpError 409 within a minute of the last mail
   */
  async sendLink(
    trx: Transaction,
    viewer: Viewer,
    { id, sent_at: sentAt }: Pick<OnboardingRow, 'id' | 'sent_at'>,
    days: number,
    { asksCorrections = false }: { readonly asksCorrections?: boolean },
  ): Promise<void> {
    if (Date.now() - sentAt.getTime() < RESEND_MS) throw conflict('agency_onboarding.just_sent');
    const link = newLink(this.services.config.publicUrl, days);
    await updateOnboarding(trx, id, {
      ...link.columns,
      ...(asksCorrections ? { state: 'in_progress', submitted_at: null } : {}),
    });
    const now = orNotFound(await visibleOnboarding(trx, viewer, id));
    const rejected = (await enteredOf(trx, [id])).filter((one) => one.is_accepted === false);
    await mailDriver(trx, now, asksCorrections ? 'corrections' : 'invitation', {
      address: link.address,
      rejected,
    });
  }

  /**
   * Makes a change of a visible onboarding, logs it, and answers with the onboarding after it.
   *
   * @param version that the person has seen; null for changes that nothing can conflict with
   * @throws HttpError 404 if it is not visible, 409 if it has changed meanwhile
   */
  change(
    viewer: Viewer,
    id: number,
    version: number | null,
    work: (trx: Transaction, row: OnboardingRow) => Promise<void>,
  ): Promise<Onboarding> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const before = orNotFound(await visibleOnboarding(trx, viewer, id));
      if (version !== null && before.version !== version) throw changedMeanwhile();
      await work(trx, before);
      const after = orNotFound(await visibleOnboarding(trx, viewer, id));
      await recordRow(trx, viewer, describedOnboarding, before, after);
      return this.answer(trx, viewer, after);
    });
  }

  async answer(trx: Transaction, viewer: Viewer, row: OnboardingRow): Promise<Onboarding> {
    const entered = await enteredOf(trx, [row.id]);
    const licence = entered.find(({ kind }) => kind === 'licence')?.number ?? '';
    const matches =
      row.state === 'submitted'
        ? await matchingDrivers(trx, row, licence, driverIsVisible(trx, viewer))
        : [];
    return toOnboarding(this.services.files, row, entered, matches);
  }

  async #page(
    trx: Transaction,
    viewer: Viewer,
    query: Pick<QueryOf<Calls['list']>, 'state' | 'agency'>,
    page: Page,
  ): Promise<{ count: number; results: OnboardingItem[] }> {
    const { count, rows } = await onboardingPage(trx, viewer, query, page);
    const entered = await enteredOf(
      trx,
      rows.map(({ id }) => id),
    );
    const byId = new Map<number, typeof entered>();
    for (const one of entered) {
      byId.set(one.onboarding_id, [...(byId.get(one.onboarding_id) ?? []), one]);
    }
    return { count, results: rows.map((row) => toItem(row, byId.get(row.id) ?? [])) };
  }
}
