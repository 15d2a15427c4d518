import {
  ATTRIBUTES,
  type AttributeKey,
  attributeNamed,
  formatAttribute,
  formatNumber,
} from '@roadworthy/domain';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useDisplay } from './display.ts';

/** The name of an attribute in the person's language: `Axle 2 load`. */
export function useAttributeName(): (name: string) => string {
  const { t } = useTranslation();
  return useCallback(
    (name) => {
      const attribute = attributeNamed(name);
      if (attribute === null) return name;
      return t(`attribute.${attribute.key}`, { n: attribute.index ?? '' });
    },
    [t],
  );
}

/** A value of an attribute as people read it, in their units. */
export function useAttributeValue(): (key: string, value: number | boolean | string) => string {
  const { t } = useTranslation();
  const { unit, locale } = useDisplay();
  return useCallback(
    (key, value) => {
      if (typeof value === 'boolean') return t(value ? 'sensors.yes' : 'sensors.no');
      if (typeof value === 'string') return value;
      return Object.hasOwn(ATTRIBUTES, key)
        ? formatAttribute(key as AttributeKey, value, unit, locale)
        : formatNumber(value, locale);
    },
    [t, unit, locale],
  );
}
