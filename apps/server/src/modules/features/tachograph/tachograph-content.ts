import type { SignatureCheck } from '@roadworthy/protocols';
import { type Content, cardContent } from './tachograph-card-content.ts';
import type { ReadFile } from './tachograph-summary.ts';
import { unitContent } from './tachograph-unit-content.ts';

/** The content of a file as the page shows it. */
export function contentOf(file: ReadFile, checks: readonly SignatureCheck[]): Content {
  const shared = {
    signatures: checks.map(({ name, generation, result, reason }) => ({
      name,
      generation,
      result,
      reason,
    })),
    problems: file.problems.map(({ code, where, offset, expectedBytes, foundBytes }) => ({
      code,
      where,
      offset,
      expected_bytes: expectedBytes ?? null,
      found_bytes: foundBytes ?? null,
    })),
  };
  return file.kind === 'card'
    ? { ...cardContent(file), ...shared, cards: [], calibrations: [], speeds: [] }
    : { ...unitContent(file), ...shared, vehicles: [] };
}
