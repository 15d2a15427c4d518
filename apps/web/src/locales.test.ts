/// <reference types="node" />
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEVICE_PORTS, DEVICE_PROTOCOL_NAMES } from '@roadworthy/domain';
import { describe, expect, it } from 'vitest';
import en from '../public/locales/en.json';
import pt from '../public/locales/pt.json';
import { LANGUAGES } from './session/languages.ts';

const sources = readdirSync(import.meta.dirname, { recursive: true })
  .map(String)
  .filter((path) => /\.tsx?$/.test(path) && !/test/.test(path))
  .map((path) => ({ path, text: readFileSync(join(import.meta.dirname, path), 'utf8') }));

describe('texts', () => {
  it('[A-06] [T-P02] both languages have the same keys, none empty', () => {
    expect(Object.keys(pt)).toEqual(Object.keys(en));
    for (const text of [...Object.values(en), ...Object.values(pt)]) expect(text).not.toBe('');
  });

  it('[W-27] the translation folder has a file for each configured language, and no other', () => {
    const folder = join(import.meta.dirname, '../public/locales');
    expect(readdirSync(folder).sort()).toEqual(
      LANGUAGES.map(({ reference }) => `${reference}.json`).sort(),
    );
  });

  it('[T-P02] placeholders are the same in both', () => {
    const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
    for (const [key, text] of Object.entries(en)) {
      expect(names(pt[key as keyof typeof pt]), key).toEqual(names(text));
    }
  });

  it('placeholders have one brace on each side', () => {
    const doubled = Object.entries({ ...en, ...pt }).filter(([, text]) => /\{\{|\}\}/.test(text));
    expect(doubled).toEqual([]);
  });

  it('[T-P02] every key used in a component exists', () => {
    for (const { path, text } of sources) {
      for (const [, key] of text.matchAll(/\bt\('([\w.-]+)'/g)) {
        const known = key !== undefined && (key in en || `${key}_other` in en);
        expect(known, `${path}: ${key}`).toBe(true);
      }
    }
  });

  it('every protocol of devices has a name, and one with a port a name of its devices', () => {
    const names = DEVICE_PROTOCOL_NAMES.map((name) => `protocol.${name}`);
    const families = DEVICE_PORTS.map(({ name }) => `firstSteps.family.${name}`);
    expect(Object.keys(en)).toEqual(expect.arrayContaining([...names, ...families]));
  });

  it('[T-27] every message of the requirements is a text of a screen or an answer', () => {
    const root = join(import.meta.dirname, '../../..');
    const server = join(root, 'apps/server/src');
    const domain = join(root, 'packages/domain/src');
    const codeOf = (folder: string) =>
      readdirSync(folder, { recursive: true })
        .map(String)
        .filter((path) => /\.tsx?$/.test(path) && !/test/.test(path))
        .map((path) => readFileSync(join(folder, path), 'utf8'))
        .join('\n');
    const web = sources.map(({ text }) => text).join('\n');
    const behind = codeOf(server);
    const textsAt = (path: string): Record<string, string> =>
      JSON.parse(readFileSync(join(server, path), 'utf8'));
    const [serverTexts, errors] = [textsAt('locales/en.json'), textsAt('locales/errors/en.json')];
    /** The plain keys in the code, and the beginnings of those in templates: `event.${code}`. */
    const keysIn = (code: string) => ({
      plain: new Set(code.match(/(?<=')[\w.-]+(?=')/g)),
      beginnings: new Set(code.match(/(?<=`)[\w.-]+\.(?=\$\{)/g)),
    });
    const isUsed = (key: string, { plain, beginnings }: ReturnType<typeof keysIn>) => {
      const name = key.replace(/_(one|other)$/, '');
      if (plain.has(name)) return true;
      return [...name.matchAll(/\./g)].some(({ index }) =>
        beginnings.has(name.slice(0, index + 1)),
      );
    };
    const [ofWeb, ofServer] = [keysIn(web), keysIn(behind)];
    const said = [
      ...Object.entries(en).filter(([key]) => isUsed(key, ofWeb)),
      ...Object.entries({ ...serverTexts, ...errors }).filter(([key]) => isUsed(key, ofServer)),
    ].map(([, text]) => text);
    // Texts in the code of the domain or the server count too.
    const named = [behind, codeOf(domain)].join('\n');
    const requirements = readFileSync(join(root, 'docs/requirements.md'), 'utf8');
    const index = requirements.slice(requirements.indexOf('### Index of all messages'));
    const messages = [...index.matchAll(/^\| "(.+)" \| [A-Z]-/gm)].map(
      ([, message = '']) => message,
    );
    expect(messages.length).toBeGreaterThan(40);
    // Placeholders are written as N or in braces.
    const parts = (message: string) => message.split(/\{[^}]*\}|\bN$/);
    const isIn = (text: string, message: string) =>
      parts(message).every((part) => text.includes(part));
    const unsaid = messages.filter(
      (message) => !said.some((text) => isIn(text, message)) && !named.includes(`'${message}'`),
    );
    expect(unsaid).toEqual([]);
  });

  it('components contain no text', () => {
    for (const { path, text } of sources.filter((one) => one.path.endsWith('.tsx'))) {
      const literal = /^\s*[A-Z][a-z]+ [a-z]+[^(){};=,]*$/m.exec(
        text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, ''),
      );
      expect(literal?.[0] ?? null, path).toBeNull();
    }
  });

  it.each([
    [
      '[D-16]',
      'reset.usedUp',
      'This password token has been used. Please reset your password again.',
    ],
    ['[D-24]', 'reset.mismatch', 'new password and repeat password do not match!'],
    ['[D-25]', 'reset.short', 'password is shorter than the minimum length of 10 character!'],
    ['[D-33]', 'set.mismatch', 'Error password does not match'],
    ['[A-57]', 'unauthorised.title', 'Unauthorised Module'],
    ['[A-59]', 'unauthorised.button', 'Go to Homescreen'],
    ['[B-05]', 'login.loading', 'logging in...'],
    ['[C-P01]', 'home.slogan', 'Your fleet, in one place.'],
    ['[C-P03]', 'home.showAll', 'Show all modules'],
    ['[C-07]', 'tile.denied', 'You do not have permissions to view the {module} module'],
    ['[C-07]', 'tile.deniedApp', 'You do not have permission'],
    ['[C-P04]', 'tile.notConfigured', 'Not configured'],
    ['[T-08]', 'toast.invalid', 'Field(s) are invalid'],
    ['[T-09]', 'toast.required', 'Fields is required'],
    ['[T-10]', 'toast.success', 'Success'],
    ['[T-11]', 'toast.unlocked', 'Unlock successful'],
    ['[T-12]', 'toast.updated', 'Update successful'],
    ['[T-13]', 'toast.removed', 'Remove success'],
    ['[P-097]', 'vehicle.search', 'Search a vehicle/asset...'],
    ['[A-52]', 'menu.preferences', 'User preferences'],
    ['[A-53]', 'menu.logout', 'Logout'],
    ['[D-P04]', 'preferences.oldPassword', 'Old password'],
  ])('%s %s is exactly as specified', (_id, key, text) =>
    expect(en[key as keyof typeof en]).toBe(text),
  );

  it('[C-P02] the tiles are labelled as specified', () => {
    const labels = Object.entries(en)
      .filter(
        ([key]) => /^tile\.[a-z]/.test(key) && !/denied|notConfigured|fleetMaintenance/.test(key),
      )
      .map(([, text]) => text);
    expect(labels).toEqual([
      'Track',
      'Track Vehicle',
      'Trace',
      'Trace Vehicle',
      'Geofence',
      'Driver Behaviour',
      'Mobileye ADAS',
      'Videos',
      'Vehicle Check',
      'Defect',
      'Vehicle File',
      'Safety Inspection',
      'Safety Inspection Schedule Viewer',
      'Earned Recognition',
      'Driver',
      'TachoGraf',
      'Agency Onboarding',
      'VOR Dashboard',
      'Timesheets',
      'Trips/Stops',
      'Events',
      'Vehicle Utilisation',
      'Administration',
    ]);
  });
});
