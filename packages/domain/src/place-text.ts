import { formatNumber } from './numbers.ts';

/** A position relative to a known place, as calls return it in words. */
export interface PlaceText {
  /** In the unit. */
  readonly distance: number;
  readonly unit: 'mi' | 'km';
  /** Of the eight points of the compass, as seen from the place. */
  readonly direction: string;
  readonly place: string;
}

/** "2.1 mi NE of Daventry". */
export function writePlaceText({ distance, unit, direction, place }: PlaceText): string {
  return `${distance.toFixed(1)} ${unit} ${direction} of ${place}`;
}

const PLACE_TEXT = /^(\d+\.\d) (mi|km) ([NS]?[EW]?) of (.+)$/;

/**
 * The parts of a text of `writePlaceText`, so that a screen can translate it; null for
 * any other address.
 */
export function readPlaceText(text: string): PlaceText | null {
  const [, distance, unit, direction, place] = PLACE_TEXT.exec(text) ?? [];
  if (distance === undefined || direction === undefined || place === undefined) return null;
  return { distance: Number(distance), unit: unit === 'km' ? 'km' : 'mi', direction, place };
}

/**
 * An address in the reader's language: "3,6 mi a NO de Harlow". Place names are not translated.
 *
 * @param textOf returns the text of a locale key, with `{name}` filled in
 */
export function placeTextIn(
  address: string,
  locale: string,
  textOf: (key: string, values?: Readonly<Record<string, string>>) => string,
): string {
  const near = readPlaceText(address);
  if (near === null) return address;
  return textOf('place.near', {
    distance: `${formatNumber(near.distance, locale, 1)} ${near.unit}`,
    direction: textOf(`compass.${near.direction}`),
    place: near.place,
  });
}
