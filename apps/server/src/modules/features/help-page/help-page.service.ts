import type { AnswerOf, contract } from '@roadworthy/contract';
import { customPageTexts } from '../../../platform/customer-texts/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { orNotFound } from '../../../platform/errors.ts';
import type { Services } from '../../../platform/services.ts';
import {
  customerOf,
  depotsOf,
  faqsOf,
  type HelpVehicle,
  helpPageOf,
  helpVehicle,
} from './help-page.repository.ts';

type Calls = typeof contract.helpPage;

/** Texts of K-11 to K-13. */
const MISSING = {
  qr: 'qr_code.not_found',
  customer: 'qr_code.customer_not_found',
  faq: 'qr_code.faq_not_found',
} as const;

/** Content of the help page of a QR code (area K), in three replies (OP-075). */
export class HelpService {
  constructor(private readonly services: Pick<Services, 'db'>) {}

  /** @throws HttpError 404 for an unknown or inactive code */
  async qrDetails(qrid: string): Promise<AnswerOf<Calls['qrDetails']>> {
    return this.#read(qrid, 'qr', async (trx, { id, codeId, code, livery, ...vehicle }) => ({
      qr_code: { id: codeId, qrid: code },
      vehicle: {
        id,
        registration: vehicle.registration,
        livery_category: livery === null ? null : { category_name: livery },
      },
      vehicle_groups: await depotsOf(trx, id),
      is_dpd_local: (await helpPageOf(trx, vehicle.customerId))?.is_dpd_local ?? false,
    }));
  }

  /** @throws HttpError 404 as {@link qrDetails} */
  async customerDetails(qrid: string): Promise<AnswerOf<Calls['customerDetails']>> {
    return this.#read(qrid, 'customer', async (trx, { customerId }) => {
      const customer = orNotFound(await customerOf(trx, customerId), MISSING.customer);
      const page = await helpPageOf(trx, customerId);
      return {
        customer: {
          name: customer.name,
          logo: customer.logo,
          maintenance_control: { phone: customer.maintenancePhone },
        },
        management_company: {
          faqs: page?.shows_faqs ?? true,
          accident_reporting_enabled: page?.takes_accidents ?? true,
          break_down_phone: page?.break_down_phone ?? null,
          logo: page?.logo ?? null,
        },
        own_texts: await customPageTexts(trx, customerId, 'public'),
      };
    });
  }

  /** @throws HttpError 404 as {@link qrDetails} */
  async faqs(qrid: string): Promise<AnswerOf<Calls['faqs']>> {
    return this.#read(qrid, 'faq', async (trx, { customerId }) => {
      const page = await helpPageOf(trx, customerId);
      const isShown = page?.shows_faqs ?? true;
      return { faq_list: isShown ? await faqsOf(trx, customerId) : [] };
    });
  }

  /**
   * Finds the vehicle as the database owner; later queries run with the permissions of its
   * customer.
   */
  async #read<T>(
    qrid: string,
    part: keyof typeof MISSING,
    read: (trx: Transaction, vehicle: HelpVehicle) => Promise<T>,
  ): Promise<T> {
    const { db } = this.services;
    const vehicle = orNotFound(await db.asSystem((trx) => helpVehicle(trx, qrid)), MISSING[part]);
    const { customerId } = vehicle;
    return db.asViewer({ customerId, isGlobalAdmin: false }, (trx) => read(trx, vehicle));
  }
}
