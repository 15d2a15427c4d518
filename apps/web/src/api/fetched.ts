import { ApiError, type ErrorBody } from './api-error.ts';
import { served } from './bases.ts';

/**
 * The unparsed answer, for small pages that do not load the client.
 *
 * @throws ApiError with the status and the text of the server; status 0 if it was not reached
 */
export async function fetched(address: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  const { lang } = document.documentElement;
  if (lang !== '') headers.set('Accept-Language', lang);
  const response = await fetch(served(address), { ...init, headers }).catch(() => {
    throw new ApiError(0, 'Network response was not OK', {});
  });
  if (response.ok) return response;
  const body = (await response.json().catch(() => ({}))) as ErrorBody;
  throw new ApiError(response.status, response.statusText, body);
}
