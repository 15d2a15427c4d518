import { readFileSync } from 'node:fs';
import { AUDIT_ACTIONS, AUDIT_KINDS } from '@roadworthy/domain';
import { describe, expect, it } from 'vitest';

const locale = (path: string) =>
  JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as Record<string, string>;

describe('texts of the audit log', () => {
  it.each([
    ['../../../locales/en.json'],
    ['../../../locales/pt.json'],
    ['../../../../../web/public/locales/en.json'],
    ['../../../../../web/public/locales/pt.json'],
  ])('[T-P02] %s has one for every kind and every action', (path) => {
    const texts = locale(path);
    const keys = [
      ...AUDIT_KINDS.map((kind) => `audit.kind.${kind}`),
      ...AUDIT_ACTIONS.map((action) => `audit.action.${action}`),
    ];
    expect(keys.filter((key) => !texts[key])).toEqual([]);
  });
});
