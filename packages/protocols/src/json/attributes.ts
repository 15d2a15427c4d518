import {
  ATTRIBUTES,
  attributeNamed,
  type MappedAttribute,
  troubleCodesOf,
} from '@roadworthy/domain';
import type { AttributeValue } from '../record.ts';
import { type Reading, readFlag, readRange } from './values.ts';

const MOST_TEXT = 200;
const wrongType = { problem: 'wrong_type' } as const;

function readText(raw: unknown): Reading<string> {
  if (typeof raw !== 'string' && typeof raw !== 'number') return wrongType;
  const value = String(raw).trim();
  if (value === '') return wrongType;
  return value.length <= MOST_TEXT ? { value } : { problem: 'out_of_range' };
}

/** Trouble codes as a text, or as an array of texts. */
function readCodes(raw: unknown): Reading<string> {
  const all = Array.isArray(raw) ? raw : [raw];
  if (!all.every((one) => typeof one === 'string')) return wrongType;
  const value = troubleCodesOf(all.join(' '));
  return value === null ? wrongType : { value };
}

/** An attribute of the dictionary, in its unit and range. */
export function readAttribute(
  raw: unknown,
  { name, scale, offset }: MappedAttribute,
): Reading<AttributeValue> {
  const attribute = attributeNamed(name);
  if (attribute === null) return wrongType;
  const { kind, low, high } = ATTRIBUTES[attribute.key];
  if (kind === 'text') return readText(raw);
  if (kind === 'codes') return readCodes(raw);
  if (kind === 'flag') return readFlag(raw);
  return readRange(raw, low, high, scale, offset);
}
