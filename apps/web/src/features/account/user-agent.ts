/** Browsers by a sign of their own, the more exact first: most call themselves by several names. */
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

/** Browser and system as a person knows them; null for what is neither. */
export function browserName(userAgent: string): string | null {
  const of = (names: typeof BROWSERS) => names.find(([sign]) => sign.test(userAgent))?.[1];
  const known = [of(BROWSERS), of(SYSTEMS)].filter((name) => name !== undefined);
  return known.length === 0 ? null : known.join(' · ');
}
