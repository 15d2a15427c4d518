import { CHECK_TEXTS } from './records/driver-check.ts';

const slug = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '_');

/**
 * The locale keys that may translate a text which the product wrote into a record: names of its types
 * and categories, statuses, descriptions, points and sections of its walkaround check. The first key
 * with a text wins; without one, a user wrote or changed the text, and it is shown unchanged.
 */
export const knownTextKeys = (text: string): string[] => [
  `known.${text}`,
  ...(CHECK_TEXTS.has(text) ? [`walk.point.${slug(text)}`] : []),
];
