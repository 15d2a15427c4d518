import { knownTextKeys, placeTextIn } from '@roadworthy/domain';
import type { TFunction } from 'i18next';

/**
 * What the product itself wrote into a record (names of its types and categories, statuses,
 * descriptions, points of its walkaround check) in the person's language. What a person wrote stays.
 */
export const knownText = (text: string, t: TFunction): string =>
  t(knownTextKeys(text), { defaultValue: text });

/** An address in the person's language: "3,6 mi a NO de Harlow". A name of a place stays. */
export const placeText = (address: string, t: TFunction, locale: string): string =>
  placeTextIn(address, locale, (key, values) => t(key, { ...values }));
