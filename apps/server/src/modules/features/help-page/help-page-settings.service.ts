import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import { actorOf, recordChange } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { pictureUrl } from '../../../platform/documents/index.ts';
import { notFound, wrongField } from '../../../platform/errors.ts';
import { bytesOfDataUrl } from '../../../platform/files/index.ts';
import type { Services } from '../../../platform/services.ts';
import {
  customerOf,
  faqsOf,
  helpPageOf,
  keepHelpPage,
  replaceFaqs,
} from './help-page.repository.ts';

type Settings = AnswerOf<typeof contract.helpPage.settings>;
type Changed = BodyOf<typeof contract.helpPage.changeSettings>;

const LOGO_SIDE_PX = 320;

/** Re-encodes a logo, small and on white. @throws HttpError 400 for a file that is not an image */
async function smallLogo(url: string): Promise<string> {
  return pictureUrl(bytesOfDataUrl(url, 'logo'), LOGO_SIDE_PX).catch(() => {
    throw wrongField('logo', 'help_page.no_picture');
  });
}

/** An empty text counts as not set. */
const given = (text: string | null) => (text === null || text === '' ? null : text);

/** Settings of a customer's help pages, for its administrators (K-02, K-03, O-P07). */
export class HelpSettingsService {
  constructor(private readonly services: Pick<Services, 'db'>) {}

  /** @throws HttpError 404 for another customer, 400 if a global administrator names none */
  async read(viewer: Viewer, customer: number | undefined): Promise<Settings> {
    const customerId = customerFor(viewer, customer);
    return this.services.db.asViewer(viewer, (trx) => settingsOf(trx, customerId));
  }

  /** @throws HttpError as {@link read} */
  async change(viewer: Viewer, customer: number | undefined, changed: Changed): Promise<Settings> {
    const customerId = customerFor(viewer, customer);
    const logo = changed.logo === null ? null : await smallLogo(changed.logo);
    return this.services.db.asViewer(viewer, async (trx) => {
      const before = await settingsOf(trx, customerId);
      await keepHelpPage(trx, customerId, {
        break_down_phone: given(changed.break_down_phone),
        logo,
        shows_faqs: changed.faqs,
        takes_accidents: changed.accident_reporting_enabled,
        is_dpd_local: changed.is_dpd_local,
        accident_emails: [...new Set(changed.accident_emails)],
      });
      await replaceFaqs(trx, customerId, changed.faq_list);
      const after = await settingsOf(trx, customerId);
      const { name = '' } = (await customerOf(trx, customerId)) ?? {};
      await recordChange(trx, {
        customerId,
        actor: await actorOf(trx, viewer),
        subject: { kind: 'customer', id: String(customerId), name },
        action: 'changed',
        before: logged(before),
        after: logged(after),
      });
      return after;
    });
  }
}

/** Keep images out of the log. */
const logged = ({ logo, ...settings }: Settings) => ({ ...settings, has_logo: logo !== null });

/** A customer's administrator can access only that customer (O-P07). */
function customerFor(viewer: Viewer, customer: number | undefined): number {
  const customerId = customer ?? viewer.customerId;
  if (customerId === null) {
    throw wrongField('customer', 'customer.required');
  }
  if (!viewer.isGlobalAdmin && customerId !== viewer.customerId) throw notFound();
  return customerId;
}

async function settingsOf(trx: Transaction, customerId: number): Promise<Settings> {
  if ((await customerOf(trx, customerId)) === undefined) throw notFound();
  const page = await helpPageOf(trx, customerId);
  const faqs = await faqsOf(trx, customerId);
  return {
    break_down_phone: page?.break_down_phone ?? null,
    logo: page?.logo ?? null,
    faqs: page?.shows_faqs ?? true,
    accident_reporting_enabled: page?.takes_accidents ?? true,
    is_dpd_local: page?.is_dpd_local ?? false,
    accident_emails: page?.accident_emails ?? [],
    faq_list: faqs.map(({ question, answer }) => ({ question, answer })),
  };
}
