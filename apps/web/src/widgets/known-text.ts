import { formatNumber, readPlaceText } from '@roadworthy/domain';
import type { TFunction } from 'i18next';

const slug = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '_');

/**
 * What the product itself wrote into a record (names of its types and categories, statuses,
 * descriptions, points of its walkaround check) in the person's language. What a person wrote stays.
 */
export const knownText = (text: string, t: TFunction): string =>
  t([`known.${text}`, `walk.point.${slug(text)}`], { defaultValue: text });

/** An address in the person's language: "3,6 mi a NO de Harlow". A name of a place stays. */
export function placeText(address: string, t: TFunction, locale: string): string {
  const near = readPlaceText(address);
  if (near === null) return address;
  return t('place.near', {
    distance: `${formatNumber(near.distance, locale, 1)} ${near.unit}`,
    direction: t(`compass.${near.direction}`),
    place: near.place,
  });
}
