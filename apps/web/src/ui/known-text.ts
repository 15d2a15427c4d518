import { knownTextKeys, placeTextIn } from '@roadworthy/domain';
import type { TFunction } from 'i18next';

/**
 * A text that the product wrote into a record (names of types and categories, statuses, descriptions,
 * items of the built-in walkaround check) in the person's language. Texts of persons are unchanged,
 * also their braces.
 */
export const knownText = (text: string, t: TFunction): string =>
  t(knownTextKeys(text), { defaultValue: text, skipInterpolation: true });

/** An address in the person's language: "3,6 mi a NO de Harlow". Names of places are unchanged. */
export const placeText = (address: string, t: TFunction, locale: string): string =>
  placeTextIn(address, locale, (key, values) => t(key, { ...values }));
