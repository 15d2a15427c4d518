/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Synonyms that Portuguese texts must not use, with the preferred word. */
const INSTEAD: readonly (readonly [pattern: RegExp, word: string])[] = [
  [/dep[óo]sitos?\b/i, 'base'],
  [/\bcercas?\b(?! de)/i, 'geocerca'],
  [/\bprocessos? do veículo/i, 'ficha do veículo'],
  [/\breparador/i, 'oficina'],
  [/\bdescarreg/i, 'transferir'],
  [/\bpercurso/i, 'trajeto'],
  [/\bimobiliz/i, 'fora de serviço'],
  [/\b(ao|em) vivo\b/i, 'em direto'],
  [/\bfilmes?\b/i, 'vídeo'],
  [/\bcarrinhas?\b/i, 'furgão'],
  [/\bmotas?\b/i, 'motociclo'],
  [/\bmotoristas?\b/i, 'condutor'],
  [/\brastreador/i, 'localizador'],
  [/\bleasing\b/i, 'locadora'],
  [/\btipos? de calendário/i, 'tipo de agendamento'],
  [/\bgrupos? de veículos selecionad/i, 'base'],
  [/\b(usu[áa]rio|tela|arquivo|celular|caminhão|câmera|senha)s?\b/i, 'the European word'],
];

const FILES = [
  'apps/web/public/locales/pt.json',
  'apps/server/src/locales/pt.json',
  'apps/server/src/locales/errors/pt.json',
];

describe('the terms of the Portuguese texts', () => {
  it.each(FILES)('in %s each thing has one term', (path) => {
    const texts: Readonly<Record<string, string>> = JSON.parse(
      readFileSync(join(import.meta.dirname, '../../..', path), 'utf8'),
    );
    const wrong = Object.entries(texts).flatMap(([key, text]) =>
      INSTEAD.filter(([pattern]) => pattern.test(text)).map(
        ([, word]) => `${key}: “${text.slice(0, 80)}” says another word than “${word}”`,
      ),
    );
    expect(wrong).toEqual([]);
  });
});
