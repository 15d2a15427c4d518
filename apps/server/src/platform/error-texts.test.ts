import { describe, expect, it } from 'vitest';
import en from '../locales/errors/en.json' with { type: 'json' };
import pt from '../locales/errors/pt.json' with { type: 'json' };
import { errorText } from './error-texts.ts';

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

describe('texts of errors', () => {
  it('exist in both languages with the same values to fill in', () => {
    expect(Object.keys(pt)).toEqual(Object.keys(en));
    for (const [code, text] of Object.entries(en)) {
      expect(placeholders(pt[code as keyof typeof pt]), code).toEqual(placeholders(text));
    }
  });

  it('fill in values, and texts of other codes', () => {
    expect(errorText('pt', { code: 'geofence.too_many', params: { most: 3 } })).toBe(
      'Um cliente pode ter 3 geocercas.',
    );
    const text = { code: 'upload.code.unknownVehicle', params: { vehicle: 'A1' } } as const;
    expect(errorText('en', { code: 'upload.code.row', params: { row: 4, text } })).toContain('4');
  });
});
