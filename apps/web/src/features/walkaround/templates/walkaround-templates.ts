import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import type { DefectArea } from '@roadworthy/domain';
import type { TFunction } from 'i18next';
import { knownText } from '../../../ui/known-text.ts';

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
  /** The name as shown and as stored; absent for a new item. */
  readonly given?: { readonly shown: string; readonly stored: string };
}

export interface TemplateDraft {
  readonly items: readonly ItemDraft[];
  /** Sections as stored, by the text that is shown. */
  readonly sections: Readonly<Record<string, string>>;
}

/** An empty item in the section of the last one. */
export function newItem(items: readonly ItemDraft[]): ItemDraft {
  const key = Math.max(0, ...items.map((one) => one.key)) + 1;
  return { key, section: items.at(-1)?.section ?? '', name: '', area: 'other', hint: '' };
}

/** Form values of a template: built-in sections and names in the person's language. */
export function draftOf(one: Template | null, t: TFunction): TemplateDraft {
  const items = one?.items ?? [];
  return {
    items: items.map(({ name: stored, section, ...item }, n) => {
      const shown = knownText(stored, t);
      return {
        ...item,
        key: n + 1,
        section: knownText(section, t),
        name: shown,
        given: { shown, stored },
      };
    }),
    sections: Object.fromEntries(items.map(({ section }) => [knownText(section, t), section])),
  };
}

/**
 * The request body: the items in order, and the version that was read. Built-in texts that were not
 * changed stay as stored, so that others read them in their language.
 */
export function bodyOf({ items, sections }: TemplateDraft, { version }: Template): Body {
  return {
    version,
    items: items.map(({ section, name, area, hint, given }) => ({
      section: Object.hasOwn(sections, section.trim())
        ? (sections[section.trim()] ?? '')
        : section.trim(),
      name: name.trim() === given?.shown ? given.stored : name.trim(),
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
