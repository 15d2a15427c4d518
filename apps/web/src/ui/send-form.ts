import { addressOf, callHeaders } from '../api/client.ts';
import { fetched } from '../api/fetched.ts';

/** Values of a multipart form; empty texts are left out. */
export type Values = Readonly<
  Record<string, string | number | File | Blob | readonly File[] | null>
>;

/** A multipart body of these values. */
export function formOf(values: Values): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === '') continue;
    if (value instanceof File) body.append(name, value, value.name);
    else if (value instanceof Blob) body.append(name, value, `${name}.png`);
    else if (typeof value === 'object') {
      for (const file of value) body.append(name, file, file.name);
    } else body.append(name, String(value));
  }
  return body;
}

/**
 * Sends a multipart form.
 *
 * @param key makes a retry safe
 * @throws ApiError with the errors by field, or with status 0 if the server is unreachable
 */
export async function sendForm<Answer>(
  path: string,
  values: Values,
  {
    params,
    method = 'POST',
    key,
    signal,
  }: {
    readonly params: Readonly<Record<string, number>>;
    readonly method?: 'POST' | 'PUT';
    readonly key?: string;
    readonly signal?: AbortSignal;
  },
): Promise<Answer> {
  const headers = {
    Accept: 'application/json',
    ...(key === undefined ? {} : { 'Idempotency-Key': key }),
    ...callHeaders(),
  };
  const body = formOf(values);
  const response = await fetched(addressOf(path, { params }), {
    method,
    headers,
    body,
    ...(signal === undefined ? {} : { signal }),
  });
  return (await response.json()) as Answer;
}
