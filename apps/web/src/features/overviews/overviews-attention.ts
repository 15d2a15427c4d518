import type { TFunction } from 'i18next';
import type { AttentionItem } from './overviews-parts.tsx';

/** Due and overdue activities, with the link to their section. */
export function scheduleItems(
  schedule: { readonly overdue: number; readonly due: number } | null,
  linkOf: (state: 'overdue' | 'due') => NonNullable<AttentionItem['link']>,
  t: TFunction,
): AttentionItem[] {
  if (schedule === null) return [];
  const { overdue, due } = schedule;
  const items: (AttentionItem | false)[] = [
    overdue > 0 && {
      key: 'overdue',
      tone: 'bad',
      text: t('page.overdue', { count: overdue }),
      link: linkOf('overdue'),
    },
    due > 0 && {
      key: 'due',
      tone: 'warn',
      text: t('page.due', { count: due }),
      link: linkOf('due'),
    },
  ];
  return items.filter((item) => item !== false);
}

/** Open defects, with the link to their section. */
export function defectItems(
  defects: { readonly open: number; readonly dangerous: number } | null,
  link: NonNullable<AttentionItem['link']>,
  t: TFunction,
): AttentionItem[] {
  if (defects === null || defects.open === 0) return [];
  const { open: count, dangerous } = defects;
  const text =
    dangerous > 0
      ? t('page.defectsDangerous', { count, dangerous })
      : t('page.defectsOpen', { count });
  return [{ key: 'defects', tone: dangerous > 0 ? 'bad' : 'warn', text, link }];
}
