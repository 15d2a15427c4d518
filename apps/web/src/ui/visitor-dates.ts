import { chosenLanguage } from '../session/languages.ts';

/** Visitors have no preferences but a language: the time zone is that of the browser. */
export const VISITOR_DATES = {
  timeZone: null,
  dateFormat: null,
  timeFormat: null,
  language: chosenLanguage(),
} as const;
