import { InternalError } from '@roadworthy/domain';

type Json = Record<string, unknown>;

/** Values of fields as people write them, by the name of the field; used where they fit its schema. */
const BY_NAME: Readonly<Record<string, readonly unknown[]>> = {
  registration: ['AB12 CDE'],
  email: ['sam.smith@example.com'],
  username: ['sam.smith'],
  first_name: ['Sam'],
  surname: ['Smith'],
  last_name: ['Smith'],
  name: ['North depot'],
  company_name: ['Example Haulage'],
  phone: ['+44 20 7946 0000'],
  password: ['correct horse battery staple'],
  description: ['Nearside mirror cracked'],
  address: ['1 High Street, Reading'],
  lat: [51.4543],
  long: [-0.9781],
  latitude: [51.4543],
  longitude: [-0.9781],
  Latitude: [51.4543],
  Longitude: [-0.9781],
  speed: [48],
  heading: [90],
  Heading: [90],
  time_zone: ['Europe/London'],
  language: ['en'],
  imei: ['356307042441013'],
  tracker: ['356307042441013'],
  vin: ['WDB9066331S123456'],
  month: ['2026-06'],
  reference_number: ['DEF-000123'],
  qrid: ['k7Qm2x'],
  page: [1],
  pageSize: [50],
  count: [1],
};

/** Texts for schemas with a pattern; the first that fits is taken. */
const TEXTS: readonly string[] = [
  'Example',
  '2026-06-01',
  '2026-06-01T09:30:00Z',
  '01-06-2026,30-06-2026',
  '2026-06',
  '18:30',
  '24',
  '#1f6feb',
  'SAFETY_INSPECTION',
  'B',
  'WDB9066331S123456',
  'a1B2c3D4',
  '+44 20 7946 0000',
  '+447700900123',
  'data:image/png;base64,iVBORw0KGgo=',
  '1',
  '',
  '/position.latitude',
];

const FORMATS: Readonly<Record<string, string>> = {
  date: '2026-06-01',
  'date-time': '2026-06-01T09:30:00Z',
  email: 'sam.smith@example.com',
  uri: 'https://example.com/page',
  uuid: '0b6f1c1e-7d55-4b0e-9b0e-5d3f6d2c8a11',
};

/** Schemas within schemas that are followed at most: lists of groups within groups end. */
const MOST_NESTED = 12;

interface Place {
  /** Named schemas of the document. */
  readonly components: Json;
  readonly name: string;
  readonly depth: number;
}

function textFits(schema: Json, text: string): boolean {
  const {
    minLength = 0,
    maxLength = Number.POSITIVE_INFINITY,
    pattern = '',
    // Several patterns of one text stand beside each other.
    allOf = [],
  } = schema as { minLength?: number; maxLength?: number; pattern?: string; allOf?: Json[] };
  if (text.length < minLength || text.length > maxLength) return false;
  return new RegExp(pattern, 'u').test(text) && allOf.every((one) => textFits(one, text));
}

function textExample(schema: Json, { name }: Place): string {
  const { format, minLength = 0 } = schema as { format?: string; minLength?: number };
  const given = (BY_NAME[name] ?? []).filter((one) => typeof one === 'string');
  const candidates = [
    ...(format === undefined ? given : [FORMATS[format] ?? '']),
    ...TEXTS,
    'x'.repeat(minLength),
  ];
  const found = candidates.find((one) => textFits(schema, one));
  if (found === undefined)
    throw new InternalError('open_api.no_example', { name, pattern: String(schema.pattern) });
  return found;
}

function numberExample(schema: Json, { name }: Place): number {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, type } = schema as {
    minimum?: number;
    maximum?: number;
    exclusiveMinimum?: number;
    exclusiveMaximum?: number;
    multipleOf?: number;
    type: string;
  };
  const least = exclusiveMinimum === undefined ? minimum : exclusiveMinimum + 1;
  const fits = (value: number) =>
    (least === undefined || value >= least) &&
    (maximum === undefined || value <= maximum) &&
    (exclusiveMaximum === undefined || value < exclusiveMaximum) &&
    (multipleOf === undefined || value % multipleOf === 0) &&
    (type !== 'integer' || Number.isInteger(value));
  const given = (BY_NAME[name] ?? []).filter((one) => typeof one === 'number');
  const candidates = [...given, 1, 0, least ?? 0, multipleOf ?? 1, maximum ?? 0];
  return candidates.find(fits) ?? least ?? 0;
}

function objectExample(schema: Json, place: Place): Json {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>);
  const required = new Set((schema.required ?? []) as string[]);
  const isDeep = place.depth > MOST_NESTED;
  const fields = properties
    .filter(([name]) => !isDeep || required.has(name))
    .map(([name, field]) => [name, exampleAt(field, { ...place, name, depth: place.depth + 1 })]);
  if (properties.length > 0) return Object.fromEntries(fields);
  const { additionalProperties, propertyNames } = schema as Record<string, Json | boolean>;
  if (typeof additionalProperties !== 'object') return {};
  const inner = { ...place, depth: place.depth + 1 };
  const key = typeof propertyNames === 'object' ? exampleAt(propertyNames, inner) : 'name';
  const names = Array.isArray((propertyNames as Json | undefined)?.enum)
    ? ((propertyNames as Json).enum as string[])
    : [String(key)];
  return Object.fromEntries(names.map((one) => [one, exampleAt(additionalProperties, inner)]));
}

function listExample(schema: Json, place: Place): unknown[] {
  const {
    minItems = 0,
    maxItems = 1,
    prefixItems,
    items,
  } = schema as {
    minItems?: number;
    maxItems?: number;
    prefixItems?: Json[];
    items?: Json;
  };
  const inner = { ...place, depth: place.depth + 1 };
  if (prefixItems !== undefined) return prefixItems.map((one) => exampleAt(one, inner));
  if (items === undefined || maxItems === 0) return [];
  if (place.depth > MOST_NESTED && minItems === 0) return [];
  return Array.from({ length: Math.max(1, minItems) }, () => exampleAt(items, inner));
}

function exampleAt(schema: Json, place: Place): unknown {
  const { $ref, allOf } = schema as { $ref?: string; allOf?: Json[] };
  if ($ref !== undefined) {
    const name = $ref.split('/').pop() ?? '';
    return exampleAt(place.components[name] as Json, { ...place, depth: place.depth + 1 });
  }
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (choices !== undefined) {
    // Null says least of all; where schemas go round in a circle it ends them.
    const isNull = ({ type }: Json) => type === 'null';
    const chosen =
      place.depth > MOST_NESTED ? choices.find(isNull) : choices.find((one) => !isNull(one));
    return exampleAt(chosen ?? choices[0] ?? {}, place);
  }
  if (allOf !== undefined && schema.type === undefined) {
    return Object.assign({}, ...allOf.map((one) => exampleAt(one, place) as object));
  }
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'object':
      return objectExample(schema, place);
    case 'array':
      return listExample(schema, place);
    case 'integer':
    case 'number':
      return numberExample({ ...schema, type }, place);
    case 'boolean':
      return true;
    case 'string':
      return textExample(schema, place);
    default:
      return null;
  }
}

/**
 * A value that fits a JSON Schema of the document: always the same for the same schema.
 *
 * @param components named schemas that it refers to
 * @param name of the field, which chooses a value that people would write
 * @throws Error where no known text fits a pattern
 */
export function exampleOf(schema: Json, components: Json, name = ''): unknown {
  return exampleAt(schema, { components, name, depth: 0 });
}
