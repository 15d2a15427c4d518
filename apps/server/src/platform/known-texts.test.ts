import { CHECK_TEXTS } from '@roadworthy/domain';
import { describe, expect, it } from 'vitest';
import enWeb from '../../../web/public/locales/en.json' with { type: 'json' };
import { knownText, placeText } from './known-texts.ts';

describe('texts of the product in files and e-mails', () => {
  it('[A-06] [T-P02] are in Portuguese as on the screens', () => {
    expect(knownText('pt', 'Safety Inspection')).toBe('Inspeção de segurança');
    expect(knownText('pt', 'Tyres and wheel fixing')).toBe('Pneus e fixação das rodas');
    expect(placeText('pt', '3.6 mi NW of Harlow')).toBe('3,6 mi a NO de Harlow');
  });

  it('[A-06] [L-P01] include every point of the built-in checks, but no text that only resembles one', () => {
    const points = [...CHECK_TEXTS];
    expect(points.filter((text) => knownText('pt', text) === text)).toEqual([]);
    expect(knownText('pt', 'TYRES')).toBe('TYRES');
    expect(knownText('pt', 'Brakes!')).toBe('Brakes!');
  });

  it('[A-06] leave user texts and English unchanged', () => {
    expect(knownText('pt', 'Toll receipts')).toBe('Toll receipts');
    expect(knownText('pt', 'constructor')).toBe('constructor');
    expect(placeText('pt', 'Depot Road 4, Harlow')).toBe('Depot Road 4, Harlow');
    expect(knownText('en', 'Safety Inspection')).toBe('Safety Inspection');
    expect(placeText('en', '3.6 mi NW of Harlow')).toBe('3.6 mi NW of Harlow');
    const names = Object.entries(enWeb).filter(([key]) => key.startsWith('known.'));
    expect(names.filter(([key, text]) => key !== `known.${text}`)).toEqual([]);
  });

  it('[R-030] use the custom texts of a customer', () => {
    const wording = { reference: 'pt', own: new Map([['known.MOT', 'IPO']]) } as const;
    expect([knownText(wording, 'MOT'), knownText('pt', 'MOT')]).toEqual([
      'IPO',
      'Inspeção periódica (MOT)',
    ]);
  });
});
