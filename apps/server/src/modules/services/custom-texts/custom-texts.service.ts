import { createHash } from 'node:crypto';
import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import { actorOf, recordChange } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { forbidden, notFound } from '../../../platform/errors.ts';
import { pageOf } from '../../../platform/paging.ts';
import type { Services } from '../../../platform/services.ts';
import type { LanguageReference } from '../../../platform/texts.ts';
import { customerFor, type FieldErrors, throwIfInvalid } from '../../core/customers/index.ts';
import { customTextsOf, interfaceTexts, lockTexts, writeText } from './custom-texts.repository.ts';
import { type ProductText, productTexts } from './custom-texts-catalogue.ts';
import { pageOfTexts, type ShownText, shownTexts } from './custom-texts-list.ts';
import { normalisedText, textError } from './custom-texts-rules.ts';

type Calls = typeof contract.customTexts;

/** Custom texts of the interface, with their entity tag. */
export interface CustomInterfaceTexts {
  readonly texts: AnswerOf<Calls['own']>;
  /** A strong entity tag, with its quotes. */
  readonly etag: string;
}

async function productText(id: number): Promise<ProductText> {
  const text = (await productTexts()).get(id);
  if (text === undefined) throw notFound();
  return text;
}

/** Validation errors of the custom texts, by field. */
function errorsOf(
  words: Readonly<Record<LanguageReference, string | null>>,
  text: ProductText,
): FieldErrors {
  const errors: FieldErrors = {};
  for (const language of ['en', 'pt'] as const) {
    const own = words[language];
    const error = own === null ? null : textError(own, text[language]);
    if (error !== null) errors[`own_${language}`] = [error];
  }
  return errors;
}

/** Reads and changes custom texts. */
export class TextsService {
  constructor(private readonly db: Services['db']) {}

  /** Custom texts of the interface of the viewer's customer. */
  async own(viewer: Viewer, language: LanguageReference): Promise<CustomInterfaceTexts> {
    const { customerId } = viewer;
    const rows =
      customerId === null
        ? []
        : await this.db.asViewer(viewer, (trx) => interfaceTexts(trx, customerId, language));
    const texts = Object.fromEntries(rows.map(({ key, text }) => [key, text]));
    const digest = createHash('sha256').update(JSON.stringify(texts)).digest('base64url');
    return { texts, etag: `"${digest}"` };
  }

  /** A page of the product's texts, with the customer's replacements. */
  async list(viewer: Viewer, query: QueryOf<Calls['list']>): Promise<AnswerOf<Calls['list']>> {
    const texts = [...(await productTexts()).values()];
    const own = await this.db.asViewer(viewer, (trx) => customTextsOf(trx, viewer.customerId ?? 0));
    return pageOfTexts(shownTexts(texts, own), pageOf(query), {
      place: query.place,
      isOwn: query.own === 'true',
    });
  }

  /** @throws HttpError 404 for an unknown text */
  async read(viewer: Viewer, id: number): Promise<ShownText> {
    const text = await productText(id);
    return this.db.asViewer(viewer, (trx) => this.#shown(trx, viewer.customerId ?? 0, text));
  }

  /**
   * Sets or removes the custom text in both languages. A text that equals the product's is removed.
   *
   * @throws HttpError 404 for an unknown text, 403 for an administrator of single depots, 400 on
   *   the field for an invalid text, 400 if the viewer belongs to no customer
   */
  async change(viewer: Viewer, id: number, body: BodyOf<Calls['change']>): Promise<ShownText> {
    const text = await productText(id);
    if (viewer.depotScope !== 'all') {
      throw forbidden('text.all_depots_required');
    }
    const words = {
      en: normalisedText(body.own_en, text.en),
      pt: normalisedText(body.own_pt, text.pt),
    };
    throwIfInvalid(errorsOf(words, text));
    return this.db.asViewer(viewer, async (trx) => {
      const customerId = await customerFor(trx, viewer, undefined);
      await lockTexts(trx, customerId);
      const actor = await actorOf(trx, viewer);
      const before = await this.#shown(trx, customerId, text);
      for (const language of ['en', 'pt'] as const) {
        await writeText(trx, customerId, text, language, words[language], actor.name);
      }
      const after = await this.#shown(trx, customerId, text);
      const factsOf = ({ own_en, own_pt }: ShownText) => ({ own_en, own_pt });
      await recordChange(trx, {
        customerId,
        actor,
        subject: { kind: 'text', id: String(id), name: text.key },
        action: 'changed',
        before: factsOf(before),
        after: factsOf(after),
      });
      return after;
    });
  }

  async #shown(trx: Transaction, customerId: number, text: ProductText): Promise<ShownText> {
    const own = (await customTextsOf(trx, customerId)).filter(
      ({ place, key }) => place === text.place && key === text.key,
    );
    const [shown] = shownTexts([text], own);
    if (shown === undefined) throw notFound();
    return shown;
  }
}
