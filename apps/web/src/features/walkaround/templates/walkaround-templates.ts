import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import type { DefectArea } from '@roadworthy/domain';

export type Template = AnswerOf<typeof contract.walkaround.template>;
type Body = BodyOf<typeof contract.walkaround.changeTemplate>;

/** An item in the form. */
export interface ItemDraft {
  /** Stable key in the form, independent of the position. */
  readonly key: number;
  readonly section: string;
  readonly name: string;
  readonly area: DefectArea;
  readonly hint: string;
}

export interface TemplateDraft {
  readonly items: readonly ItemDraft[];
}

/** An empty item in the section of the last one. */
export function newItem(items: readonly ItemDraft[]): ItemDraft {
  const key = Math.max(0, ...items.map((one) => one.key)) + 1;
  return { key, section: items.at(-1)?.section ?? '', name: '', area: 'other', hint: '' };
}

/** Form values of a template. */
export function draftOf(one: Template | null): TemplateDraft {
  return { items: (one?.items ?? []).map((item, n) => ({ ...item, key: n + 1 })) };
}

/** The request body: the items in order, and the version that was read. */
export function bodyOf({ items }: TemplateDraft, { version }: Template): Body {
  return {
    version,
    items: items.map(({ section, name, area, hint }) => ({
      section: section.trim(),
      name: name.trim(),
      area,
      hint: hint.trim(),
    })),
  };
}

const said = ({ section, name }: ItemDraft) => `${section.trim()}\n${name.trim()}`.toLowerCase();

/** Key of the error text of an item; null if valid. */
export function itemFault(item: ItemDraft, items: readonly ItemDraft[]): string | null {
  if (item.name.trim().length < 2) return 'checkTemplates.noName';
  const isTwice = items.some((one) => one !== item && said(one) === said(item));
  return isTwice ? 'checkTemplates.same' : null;
}
