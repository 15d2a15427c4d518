import { CURRENCIES } from '@roadworthy/domain';
import { useLocale } from '../../ui/display.ts';
import type { ChoiceOption } from '../../ui/resource/bound-fields.tsx';

/** The currencies by code and name. */
export function useCurrencies(): readonly ChoiceOption[] {
  const names = new Intl.DisplayNames(useLocale(), { type: 'currency' });
  return CURRENCIES.map((code) => ({ value: code, label: `${code} – ${names.of(code)}` }));
}
