import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import type { DefectArea } from '@roadworthy/domain';

export type Template = AnswerOf<typeof contract.walkaround.template>;
type Body = BodyOf<typeof contract.walkaround.changeTemplate>;

/** A point as it stands in the form. */
export interface ItemDraft {
  /** Its own in the form, whatever its place. */
  readonly key: number;
  readonly section: string;
  readonly name: string;
  readonly area: DefectArea;
  readonly hint: string;
}

export interface TemplateDraft {
  readonly items: readonly ItemDraft[];
}

/** A point that is not written yet, in the section of the last one. */
export function newItem(items: readonly ItemDraft[]): ItemDraft {
  const key = Math.max(0, ...items.map((one) => one.key)) + 1;
  return { key, section: items.at(-1)?.section ?? '', name: '', area: 'other', hint: '' };
}

/** The form as a template was read. */
export function draftOf(one: Template | null): TemplateDraft {
  return { items: (one?.items ?? []).map((item, n) => ({ ...item, key: n + 1 })) };
}

/** What is sent: the points in their order, and which version was seen. */
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

/** Key of the text about what is wrong with a point; null where nothing is. */
export function itemFault(item: ItemDraft, items: readonly ItemDraft[]): string | null {
  if (item.name.trim().length < 2) return 'checkTemplates.noName';
  const isTwice = items.some((one) => one !== item && said(one) === said(item));
  return isTwice ? 'checkTemplates.same' : null;
}
