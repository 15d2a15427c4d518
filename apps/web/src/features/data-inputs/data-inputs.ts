import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import {
  type DataInputKind,
  EMPTY_MAPPING,
  type JsonMapping,
  type JsonPath,
  jsonPaths,
  jsonValueAt,
  MAPPING_PRESETS,
  type MappingPreset,
} from '@roadworthy/domain';

export type Input = AnswerOf<typeof contract.dataInputs.read>;
export type Preview = AnswerOf<typeof contract.dataInputs.preview>;
type InputBody = BodyOf<typeof contract.dataInputs.change>;

/** The mapping that a new input begins with; `own` reads nothing yet. */
export const FIRST_MAPPINGS = ['flespi', 'owntracks', 'own'] as const;
export type FirstMapping = (typeof FIRST_MAPPINGS)[number];

/** Form values of an input. */
export interface InputDraft {
  readonly name: string;
  readonly customer: number | null;
  readonly kind: DataInputKind;
  readonly first_mapping: FirstMapping;
  readonly is_on: boolean;
  readonly address: string;
  readonly topic: string;
  readonly username: string;
  readonly client_id: string;
  /** Empty keeps the stored one. */
  readonly password: string;
  readonly removes_password: boolean;
}

const NEW_INPUT: InputDraft = {
  name: '',
  customer: null,
  kind: 'http',
  first_mapping: 'flespi',
  is_on: true,
  address: '',
  topic: '',
  username: '',
  client_id: '',
  password: '',
  removes_password: false,
};

/** The form values of an input, or of a new one. */
export const draftOf = (one: Input | null): InputDraft =>
  one === null
    ? NEW_INPUT
    : {
        ...{ name: one.name, customer: one.customer.id, kind: one.kind, is_on: one.is_on },
        ...{ address: one.address, topic: one.topic, username: one.username },
        ...{ client_id: one.client_id, password: '', removes_password: false },
        first_mapping: 'own',
      };

/** A preset as it suits a kind: with MQTT, the topic of OwnTracks ends with the device. */
export function presetFor(preset: MappingPreset, kind: DataInputKind): JsonMapping {
  const mapping = MAPPING_PRESETS[preset];
  if (preset !== 'owntracks' || kind !== 'mqtt') return mapping;
  return { ...mapping, topic_level: 3, fields: { ...mapping.fields, device: '' } };
}

const bodyOfMapping = (mapping: JsonMapping): InputBody['mapping'] => ({
  ...mapping,
  fields: { ...mapping.fields },
  attributes: mapping.attributes.map((one) => ({ ...one })),
});

/** What is saved; without a password unless it changes. */
export function bodyOf(draft: InputDraft, one: Input | null): InputBody {
  const { customer: _, first_mapping: first, password, removes_password, ...rest } = draft;
  const begin = first === 'own' ? EMPTY_MAPPING : presetFor(first, draft.kind);
  return {
    ...rest,
    name: draft.name.trim(),
    address: draft.address.trim(),
    topic: draft.topic.trim(),
    client_id: draft.client_id.trim(),
    mapping: bodyOfMapping(one === null ? begin : one.mapping),
    ...(password === '' && !removes_password ? {} : { password }),
  };
}

/** The same input with another mapping. */
export const withMapping = (one: Input, mapping: JsonMapping): InputBody => ({
  ...bodyOf(draftOf(one), one),
  mapping: bodyOfMapping(mapping),
});

/** A message that was pasted: its paths, and those within its first record. */
export interface Sample {
  readonly isJson: boolean;
  /** Arrays of the whole message. */
  readonly arrays: readonly JsonPath[];
  /** Values of the first record. */
  readonly values: readonly JsonPath[];
}

const NO_SAMPLE: Sample = { isJson: false, arrays: [], values: [] };

/** Reads a sample, for the choice of paths. */
export function readSample(text: string, records: string): Sample {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return NO_SAMPLE;
  }
  const found = jsonValueAt(body, records);
  const first = Array.isArray(found) ? found.find((one) => typeof one === 'object') : found;
  return {
    isJson: true,
    arrays: jsonPaths(body).filter(({ isArray, path }) => isArray && path !== ''),
    values: first === undefined ? [] : jsonPaths(first).filter(({ path }) => path !== ''),
  };
}

const MOST_SHOWN = 40;

/** A path as a person reads it, with its value in the sample: `position.latitude = 52.48`. */
export function pathText({ path, value, isArray }: JsonPath): string {
  const name = path.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');
  if (isArray) return `${name} [${value}]`;
  const shown = JSON.stringify(value);
  return `${name} = ${shown.length > MOST_SHOWN ? `${shown.slice(0, MOST_SHOWN)}…` : shown}`;
}
