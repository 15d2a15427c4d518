import { type Language, takeTexts } from '../../ui/page-texts/texts.ts';

const LOADERS = {
  en: () => import('virtual:walkaround-texts/en'),
  pt: () => import('virtual:walkaround-texts/pt'),
} as const;

/** Loads the texts of a language, for `t`. */
export async function loadTexts(language: Language): Promise<void> {
  takeTexts(language, (await LOADERS[language]()).default);
}

/** A duration as minutes and seconds. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
