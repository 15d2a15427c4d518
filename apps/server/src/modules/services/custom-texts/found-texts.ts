import type { AnswerOf, contract } from '@roadworthy/contract';
import type { Page } from '../../../platform/paging.ts';
import type { OwnText } from './custom-texts.repository.ts';
import type { ProductText } from './custom-texts-catalogue.ts';

/** A text with its custom text. */
export type ShownText = AnswerOf<typeof contract.customTexts.read>;

/** Key of a custom text. */
const nameOf = ({ place, key }: Pick<OwnText, 'place' | 'key'>) => `${place} ${key}`;

/** A text as the API returns it. */
function shownText(text: ProductText, own: readonly OwnText[]): ShownText {
  const wordsIn = (language: OwnText['language']) =>
    own.find((one) => one.language === language)?.text ?? null;
  const last = [...own].sort((a, b) => b.changed_at.getTime() - a.changed_at.getTime())[0];
  return {
    ...text,
    own_en: wordsIn('en'),
    own_pt: wordsIn('pt'),
    changed_at: last?.changed_at.toISOString() ?? null,
    changed_by: last?.changed_by ?? null,
  };
}

/** Texts with the custom texts of a customer. */
export function shownTexts(
  texts: readonly ProductText[],
  own: readonly OwnText[],
): readonly ShownText[] {
  const byName = new Map<string, OwnText[]>();
  for (const one of own) byName.set(nameOf(one), [...(byName.get(nameOf(one)) ?? []), one]);
  return texts.map((text) => shownText(text, byName.get(nameOf(text)) ?? []));
}

/** A text normalised for search: lower case, without accents. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const orderOf: Readonly<Record<string, (text: ShownText) => string>> = {
  key: ({ key }) => key,
  en: ({ en, own_en: own }) => plain(own ?? en),
  pt: ({ pt, own_pt: own }) => plain(own ?? pt),
  changed_at: ({ changed_at: at }) => at ?? '',
};

/** A page of the texts whose name, text or custom text contains the search term. */
export function pageOfTexts(
  texts: readonly ShownText[],
  page: Page,
  filter: { readonly place: ProductText['place'] | undefined; readonly isOwn: boolean },
): { count: number; results: ShownText[] } {
  const wanted = plain(page.search);
  const found = texts.filter(
    (text) =>
      (filter.place === undefined || text.place === filter.place) &&
      (!filter.isOwn || text.changed_at !== null) &&
      (wanted === '' ||
        [text.key, text.en, text.pt, text.own_en ?? '', text.own_pt ?? ''].some((words) =>
          plain(words).includes(wanted),
        )),
  );
  const by = orderOf[page.orderBy ?? 'key'] ?? orderOf.key;
  if (by === undefined) return { count: 0, results: [] };
  const sign = page.descending ? -1 : 1;
  const ordered = found
    .map((text) => [by(text), text] as const)
    .sort(([a, one], [b, other]) => (a === b ? one.id - other.id : a < b ? -sign : sign));
  return {
    count: found.length,
    results: ordered.slice(page.offset, page.offset + page.limit).map(([, text]) => text),
  };
}
