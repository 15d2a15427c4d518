import type { BodyOf, contract } from '@roadworthy/contract';
import type { OnboardingDocument } from '@roadworthy/domain';
import { actorOf } from '../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { conflict, orNotFound, wrongField } from '../../../../platform/errors.ts';
import { refusingTaken } from '../../../core/customers/index.ts';
import { createDriver } from '../../../core/drivers/index.ts';
import { keepEngaged } from '../../drivers-file/index.ts';
import {
  enteredOf,
  type OnboardingRow,
  updateEntered,
  updateOnboarding,
  visibleOnboarding,
} from '../agency-onboarding.repository.ts';
import type { AgencyOnboardingService } from '../agency-onboarding.service.ts';
import type { Onboarding } from '../agency-onboarding-json.ts';
import { mailDriver } from '../agency-onboarding-mail.ts';
import { deleteEntered } from './agency-onboarding-decisions.repository.ts';

type Calls = typeof contract.agencyOnboarding;

function refuseUnlessSubmitted({ state }: Pick<OnboardingRow, 'state'>): void {
  if (state !== 'submitted') throw conflict('agency_onboarding.not_submitted');
}

/** A new driver of an agency; the documents bring the numbers of the cards. */
const driverOf = (row: OnboardingRow, vehicle: number | null) => ({
  first_name: row.first_name,
  surname: row.surname,
  email: row.email,
  phone: row.phone,
  driver_id: null,
  rfid_number: null,
  tachograph_card_number: null,
  tachograph_card_expires_on: null,
  licence_number: null,
  licence_categories: [],
  licence_expires_on: null,
  cpc_card_number: null,
  cpc_expires_on: null,
  category: null,
  user: null,
  vehicle,
});

/** What a manager decides about a submitted onboarding. */
export class AgencyOnboardingDecisions {
  constructor(private readonly onboardings: AgencyOnboardingService) {}

  /**
   * Accepts or rejects one document.
   *
   * @throws HttpError 404 if it is not visible or not asked for, 400 for a rejection without reason, 409 before it
   *   is submitted
   */
  decide(
    viewer: Viewer,
    id: number,
    kind: OnboardingDocument,
    { is_accepted: isAccepted, reason }: BodyOf<Calls['decide']>,
  ): Promise<Onboarding> {
    if (!isAccepted && reason === '') throw wrongField('reason', 'validation.required');
    return this.onboardings.change(viewer, id, null, async (trx, row) => {
      refuseUnlessSubmitted(row);
      if (!row.documents.includes(kind)) throw orNotFound(undefined);
      const { name } = await actorOf(trx, viewer);
      await updateEntered(trx, id, kind, {
        is_accepted: isAccepted,
        reason: isAccepted ? '' : reason,
        decided_by: name,
      });
      await updateOnboarding(trx, id, {});
    });
  }

  /** @throws HttpError 404 if it is not visible, 409 before it is submitted or if no document is rejected */
  sendBack(viewer: Viewer, id: number, body: BodyOf<Calls['sendBack']>): Promise<Onboarding> {
    return this.onboardings.change(viewer, id, body.version, async (trx, row) => {
      refuseUnlessSubmitted(row);
      const entered = await enteredOf(trx, [id]);
      if (!entered.some((one) => one.is_accepted === false)) {
        throw conflict('agency_onboarding.nothing_rejected');
      }
      await this.onboardings.sendLink(trx, viewer, row, body.days, { asksCorrections: true });
    });
  }

  /** @throws HttpError 404 if it is not visible, 409 before it is submitted or if it has changed */
  reject(viewer: Viewer, id: number, body: BodyOf<Calls['reject']>): Promise<Onboarding> {
    return this.onboardings.change(viewer, id, body.version, async (trx, row) => {
      refuseUnlessSubmitted(row);
      const decided = await this.#close(trx, viewer, id, {
        state: 'rejected',
        reason: body.reason,
      });
      await mailDriver(trx, decided, 'rejected');
    });
  }

  /**
   * Makes the driver, or links an existing one, and moves the documents to the drivers' file.
   *
   * @throws HttpError 404 if it or the driver is not visible, 400 on the fields of the driver, 409 before each document
   *   is accepted, for an archived driver, or for a card number that another driver has
   */
  accept(viewer: Viewer, id: number, body: BodyOf<Calls['accept']>): Promise<Onboarding> {
    const work = this.onboardings.change(viewer, id, body.version, async (trx, row) => {
      refuseUnlessSubmitted(row);
      const entered = await enteredOf(trx, [id]);
      if (!entered.every((one) => one.is_accepted === true)) {
        throw conflict('agency_onboarding.documents_open');
      }
      const driverId = body.driver ?? (await this.#newDriver(trx, viewer, row, body.vehicle));
      const engagement = {
        agencyId: row.agency_id,
        until: body.engaged_until,
        bornOn: row.born_on,
      };
      const documents = entered.map(
        ({ onboarding_id: _, is_accepted: _a, reason: _r, decided_by: checkedBy, ...one }) => ({
          ...one,
          checked_by: checkedBy ?? '',
        }),
      );
      await keepEngaged(trx, viewer, driverId, engagement, documents);
      await deleteEntered(trx, id);
      const decided = await this.#close(trx, viewer, id, {
        state: 'accepted',
        driver_id: driverId,
        engaged_until: body.engaged_until,
      });
      await mailDriver(trx, decided, 'accepted');
    });
    return refusingTaken(work, () => {
      throw conflict('agency_onboarding.number_taken');
    });
  }

  async #newDriver(
    trx: Transaction,
    viewer: Viewer,
    row: OnboardingRow,
    vehicle: number | null,
  ): Promise<number> {
    return (await createDriver(trx, viewer, driverOf(row, vehicle), row.customer_id)).id;
  }

  /** Ends an onboarding; its link opens no more. */
  async #close(
    trx: Transaction,
    viewer: Viewer,
    id: number,
    values: Parameters<typeof updateOnboarding>[2],
  ): Promise<OnboardingRow> {
    const { name } = await actorOf(trx, viewer);
    const decided = { decided_at: new Date(), decided_by: name, token_hash: null };
    await updateOnboarding(trx, id, { ...values, ...decided });
    return orNotFound(await visibleOnboarding(trx, viewer, id));
  }
}
