import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contract } from '@roadworthy/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../test/api.ts';

const PUBLIC = join(import.meta.dirname, '../../../../web/public');
let webRoot: string;
let api: TestApi;

beforeAll(async () => {
  webRoot = mkdtempSync(join(tmpdir(), 'roadworthy-web-'));
  cpSync(join(PUBLIC, 'locales'), join(webRoot, 'locales'), { recursive: true });
  for (const page of ['index', 'qr', 'check']) {
    writeFileSync(join(webRoot, `${page}.html`), '<!doctype html><title>Roadworthy</title>');
  }
  api = await testApi({}, () => undefined, webRoot);
});
afterAll(async () => {
  await api.close();
  rmSync(webRoot, { recursive: true, force: true });
});

it('[W-27] the server has a translation file for exactly the languages that it lists', async () => {
  const { body } = await api.ask(contract.signIn.languages.path);
  const languages = contract.signIn.languages.answer.parse(body);
  expect(languages.length).toBeGreaterThan(1);
  const titles = new Set<string>();
  for (const { reference, translation_file: file } of languages) {
    expect(file).toBe(`/locales/${reference}.json`);
    const answer = await api.ask(file);
    expect(answer.status).toBe(200);
    titles.add(answer.body['alerts.title']);
  }
  expect(titles.size).toBe(languages.length);
  expect((await api.ask('/locales/xx.json')).status).toBe(404);
});
