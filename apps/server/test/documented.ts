import { contract, openApiDocument } from '@roadworthy/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** An answer as it came. */
export interface SeenAnswer {
  readonly status: number;
  /** Media type, with or without parameters. */
  readonly type: string;
  readonly text: string;
}

interface Described {
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

/** Its schemas are known by name: by a pointer they would be compiled for each reference. */
const document = JSON.parse(
  JSON.stringify(openApiDocument(contract, '0.0.0')).replaceAll(
    '"#/components/schemas/',
    '"component:',
  ),
) as {
  paths: Record<string, Record<string, { responses: Record<string, Described> }>>;
  components: { schemas: Record<string, object> };
};

const ajv = new Ajv2020({ strict: false, unicodeRegExp: true });
addFormats.default(ajv);
for (const [name, schema] of Object.entries(document.components.schemas)) {
  ajv.addSchema({ ...schema, $id: `component:${name}` });
}

const compiled = new Map<string, ValidateFunction>();
function validatorOf(schema: object): ValidateFunction {
  const key = JSON.stringify(schema);
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const made = ajv.compile(schema);
  compiled.set(key, made);
  return made;
}

const JSON_TYPE = 'application/json';
const LINES_TYPE = 'application/x-ndjson';

/** Paths by what they are without the names of their parameters, which the catalogue chooses itself. */
const unnamed = (path: string) => path.replace(/\{\w+\}/g, '{}').replace(/\/$/, '');
const PATHS = new Map(Object.keys(document.paths).map((path) => [unnamed(path), path]));

/**
 * Holds an answer against the OpenAPI document: its status must be listed for the call, its media type
 * for the status, and a JSON body, or each line of one, must fit the schema.
 *
 * @returns what is wrong; null for an answer that the document describes
 */
export function undocumented(
  { method, path: given }: { readonly method: string; readonly path: string },
  { status, type, text }: SeenAnswer,
): string | null {
  const verb = method.toLowerCase();
  const path = PATHS.get(unnamed(given)) ?? given;
  const operation = document.paths[path]?.[verb];
  if (operation === undefined) return `${method} ${path} is not documented`;
  const described = operation.responses[String(status)];
  if (described === undefined)
    return `answers ${status}, which is not documented: ${text.slice(0, 300)}`;
  const media = type.split(';', 1)[0]?.trim() ?? '';
  const { content } = described;
  if (content === undefined)
    return text === '' ? null : `answers ${status} with ${text.slice(0, 300)}`;
  if (content[media] === undefined && content['application/octet-stream'] === undefined) {
    return `answers ${status} as "${media}" and documents ${Object.keys(content).join(', ')}`;
  }
  const isLines = media === LINES_TYPE;
  if ((media !== JSON_TYPE && !isLines) || content[media] === undefined) return null;
  const fits = validatorOf(content[media].schema);
  const values = isLines ? text.split('\n').filter((line) => line !== '') : [text];
  const wrong = values.find((value) => !fits(JSON.parse(value)));
  if (wrong === undefined) return null;
  fits(JSON.parse(wrong));
  return `does not fit its schema: ${JSON.stringify(fits.errors?.[0])} ${wrong.slice(0, 300)}`;
}
