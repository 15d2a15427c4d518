import { positionText } from '@roadworthy/domain';
import type { TFunction } from 'i18next';

/** The position of a tyre in the person's language; a text that a person wrote is unchanged. */
export function tyrePosition(code: string, t: TFunction): string {
  const text = positionText(code);
  return text === null ? code : t(text.key, { axle: text.number });
}
