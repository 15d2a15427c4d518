import { DEFAULT_CURRENCY } from '@roadworthy/domain';
import { useEffect, useState } from 'react';
import { api } from '../api/client.ts';
import { chosenLanguage } from '../session/languages.ts';
import { type Display, localeOf } from './display.ts';
import type { Basemap } from './map/basemap.ts';

/** Visitors have no preferences but a language: miles, and the time zone of the browser. */
export const VISITOR_DISPLAY: Display = {
  unit: 'MLS',
  dates: { timeZone: null, dateFormat: null, timeFormat: null, language: chosenLanguage() },
  locale: localeOf(chosenLanguage()),
  currency: DEFAULT_CURRENCY,
};

/** The maps of the installation; null for the built-in map, undefined while loading. */
export function useVisitorBasemap(): Basemap | null | undefined {
  const [basemap, setBasemap] = useState<Basemap | null>();
  useEffect(() => {
    api.platformInfo.config({ quiet: true }).then(
      ({ map }) => setBasemap(map),
      () => setBasemap(null),
    );
  }, []);
  return basemap;
}
