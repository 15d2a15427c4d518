import type { AnswerOf, contract } from '@roadworthy/contract';
import type { Page } from '../../../platform/paging.ts';
import type { CustomText } from './custom-texts.repository.ts';
import type { ProductText } from './custom-texts-catalogue.ts';

/** A product text with its replacements. */
export type ShownText = AnswerOf<typeof contract.customTexts.read>;

/** Key of a text among a customer's custom texts. */
const nameOf = ({ place, key }: Pick<CustomText, 'place' | 'key'>) => `${place} ${key}`;

function shownText(text: ProductText, own: readonly CustomText[]): ShownText {
  const wordsIn = (language: CustomText['language']) =>
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

/** Product texts with their replacements. */
export function shownTexts(
  texts: readonly ProductText[],
  own: readonly CustomText[],
): readonly ShownText[] {
  const byName = new Map<string, CustomText[]>();
  for (const one of own) byName.set(nameOf(one), [...(byName.get(nameOf(one)) ?? []), one]);
  return texts.map((text) => shownText(text, byName.get(nameOf(text)) ?? []));
}

/** Normalises a text for search: without case and accents. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const sortKeys: Readonly<Record<string, (text: ShownText) => string>> = {
  key: ({ key }) => key,
  en: ({ en, own_en: own }) => plain(own ?? en),
  pt: ({ pt, own_pt: own }) => plain(own ?? pt),
  changed_at: ({ changed_at: at }) => at ?? '',
};

/** A page of the texts whose key, text or custom text contains the search term. */
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
  const by = sortKeys[page.orderBy ?? 'key'] ?? sortKeys.key;
  if (by === undefined) return { count: 0, results: [] };
  const sign = page.descending ? -1 : 1;
  const sorted = found
    .map((text) => [by(text), text] as const)
    .sort(([a, one], [b, other]) => (a === b ? one.id - other.id : a < b ? -sign : sign));
  return {
    count: found.length,
    results: sorted.slice(page.offset, page.offset + page.limit).map(([, text]) => text),
  };
}
