import type { contract, RequestOf } from '@roadworthy/contract';
import type { ErrorBody } from '../../api/api-error.ts';
import { served } from '../../api/bases.ts';
import { ApiError, addressOf, callHeaders, pathOf } from '../../api/client.ts';

type Request = RequestOf<typeof contract.reports.download>;
export type ReportKind = Request['params']['kind'];
export type ReportQuery = Omit<NonNullable<Request['query']>, 'format'>;
export const REPORT_FORMATS = ['csv', 'xlsx', 'pdf'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** The name the server gave a file, or one made here. */
function nameOf(response: Response, fallback: string): string {
  const given = response.headers.get('content-disposition') ?? '';
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(given) ?? [];
  const [, plain] = /filename="?([^";]+)"?/i.exec(given) ?? [];
  return encoded === undefined ? (plain ?? fallback) : decodeURIComponent(encoded);
}

/** Hands a file to the browser, which keeps it where it keeps downloads. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * Asks for a file with the person's token, so that no address carries it, and saves it under the name
 * the server gives.
 *
 * @param fallback its name where the server gives none
 * @throws ApiError with the server's sentence where it refuses
 */
export async function saveFrom(address: string, fallback: string): Promise<void> {
  const response = await fetch(served(address), { headers: callHeaders() });
  if (!response.ok) {
    const body = (await response.json().catch(() => ({}))) as ErrorBody;
    throw new ApiError(response.status, response.statusText, body);
  }
  saveFile(await response.blob(), nameOf(response, fallback));
}

/**
 * Saves a report.
 *
 * @throws ApiError with the server's sentence where it refuses
 */
export async function saveReport(
  kind: ReportKind,
  format: ReportFormat,
  query: ReportQuery,
): Promise<void> {
  const address = addressOf(pathOf('reports', 'download'), {
    params: { kind },
    // Times are shown in the zone of the browser where the person prefers none.
    query: { time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone, ...query, format },
  });
  await saveFrom(address, `${kind}.${format}`);
}
