/** Browsers by their token, the most specific first: most user agents contain several. */
const BROWSERS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** Names of browser and system; null if both are unknown. */
export function browserName(userAgent: string): string | null {
  const of = (names: typeof BROWSERS) => names.find(([sign]) => sign.test(userAgent))?.[1];
  const known = [of(BROWSERS), of(SYSTEMS)].filter((name) => name !== undefined);
  return known.length === 0 ? null : known.join(' · ');
}
