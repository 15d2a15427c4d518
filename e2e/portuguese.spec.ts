import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { drivenVehicle } from './driven-vehicle.ts';
import { expect, test } from './journey.ts';
import { productFolder } from './product.ts';

/*
 * The main screens in Portuguese with the demo fleet: no value of a closed set is in English, and
 * numbers have the Portuguese format.
 */

type Texts = Readonly<Record<string, string>>;
const textsOf = (language: string): Texts =>
  JSON.parse(
    readFileSync(join(productFolder(), `apps/web/public/locales/${language}.json`), 'utf8'),
  );

/** Key prefixes of closed sets; other keys are sentences of their screens. */
const CLOSED = /^(known|event|vehicleFile\.status|planner\.state|record\.severity|compass)\./;

/** English values of closed sets that differ in Portuguese, longest first. */
function englishNames(): string[] {
  const english = textsOf('en');
  const portuguese = textsOf('pt');
  const shared = new Set(Object.values(portuguese));
  return Object.keys(english)
    .filter((key) => CLOSED.test(key) && english[key] !== portuguese[key])
    .map((key) => english[key] ?? '')
    .filter((name) => name.length > 3 && !shared.has(name));
}

/** A vehicle with data at every hour, also while the demo fleet is parked. */
const driven = drivenVehicle('PT26 PTG', '356307042448026');

const SCREENS = [
  '/administration/activity-types',
  '/administration/activity-types?tab=schedule_type',
  '/administration/investigation-templates',
  '/defects',
  '/earned-recognition',
  '/events/activity',
  '/events/alerts',
  '/events/alerts?tab=rules',
  '/inspections',
  '/telematics/safety/abc',
  '/telematics/timesheets',
  '/telematics/trace',
  '/telematics/track?view=table',
  '/telematics/trip',
  '/vehicle-file/activity?vehicleId=all',
  '/vehicle-file/planner',
  '/vehicle-file/services',
  '/vehicle-file/official-data',
  '/couplings',
  '/driver-assignments',
  '/driver-messages',
  '/driver-planning',
  '/agency-onboarding',
  '/agency-onboarding?list=agencies',
  '/faults',
  '/tyres',
  '/vehicle-file/planner?view=list',
  '/vehiclecheck/region',
  '/video/historic',
  '/vor-dashboard/vor',
] as const;

/** All texts of the page, one per line, including options and screen-reader texts. */
const linesOf = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (walker.nextNode()) {
      const { textContent, parentElement } = walker.currentNode;
      if (parentElement?.closest('script, style, noscript') == null) found.push(textContent ?? '');
    }
    for (const one of document.querySelectorAll('main [aria-label], main [title]'))
      found.push(one.getAttribute('aria-label') ?? '', one.getAttribute('title') ?? '');
    return found.map((line) => line.trim()).filter(Boolean);
  });

/** 3.6 mi and 1,234.5 are English; 3,6 mi and 1.234,5 Portuguese. Coordinates are excluded. */
const ENGLISH_NUMBER =
  /(?<![\d.,])(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d{1,2})(?=\s?(?:mi|km|mph|km\/h|%|V|°C|m\/s²)(?!\w))/;
const PLACE_IN_ENGLISH = /\d (?:mi|km) (?:N|NE|E|SE|S|SW|W|NW) of /;

test('[A-06] [B-P05] in Portuguese no closed set is in English, and numbers are Portuguese', async ({
  page,
  product,
  signIn,
}) => {
  test.slow();
  const { vehicleId, date } = await driven(product);
  const day = `vehicleId=${vehicleId}&startDate=${date}`;
  await page.addInitScript(() => localStorage.setItem('language', JSON.stringify('pt')));
  await signIn('admin@demo.test');
  const names = new Set(englishNames());
  expect(names.size).toBeGreaterThan(60);
  const wrong = new Set<string>();
  const all: string[] = [];
  for (const address of [
    ...SCREENS,
    `/telematics/trace?${day}`,
    `/telematics/trip?${day}`,
    `/events/activity?${day}`,
  ]) {
    await page.goto(address);
    await expect(page.locator('main h1, main h2').first()).toBeAttached();
    await expect(page.locator('main [aria-busy=true], main [class*=skeleton]')).toHaveCount(0);
    const row = page.locator('main tbody tr').first();
    if (address.startsWith('/vehicle-file/activity')) await row.click();
    const lines = await linesOf(page);
    all.push(...lines);
    for (const line of lines) {
      if (names.has(line)) wrong.add(`${address}: ${line}`);
      if (ENGLISH_NUMBER.test(line) || PLACE_IN_ENGLISH.test(line)) {
        wrong.add(`${address}: ${line}`);
      }
    }
  }
  expect([...wrong]).toEqual([]);
  // Checks that the screens had relevant content.
  expect(all.some((line) => /\d,\d mi/.test(line))).toBe(true);
  expect(all.some((line) => /\d mi a (N|NE|E|SE|S|SO|O|NO) de /.test(line))).toBe(true);
  expect(all).toContain('Inspeção de segurança');
  expect(all).toContain('Sem defeitos');
  expect(all).toContain('Travagem brusca');
});
