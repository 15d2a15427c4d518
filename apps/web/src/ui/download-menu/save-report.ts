import type { contract, RequestOf } from '@roadworthy/contract';
import type { ErrorBody } from '../../api/api-error.ts';
import { served } from '../../api/bases.ts';
import { ApiError, addressOf, callHeaders, pathOf } from '../../api/client.ts';

type Request = RequestOf<typeof contract.reports.download>;
export type ReportKind = Request['params']['kind'];
export type ReportQuery = Omit<NonNullable<Request['query']>, 'format'>;
export const REPORT_FORMATS = ['csv', 'xlsx', 'pdf'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** The file name from the server, or a default. */
function nameOf(response: Response, fallback: string): string {
  const given = response.headers.get('content-disposition') ?? '';
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(given) ?? [];
  const [, plain] = /filename="?([^";]+)"?/i.exec(given) ?? [];
  return encoded === undefined ? (plain ?? fallback) : decodeURIComponent(encoded);
}

/** Saves a file as a download of the browser. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * Loads a file with the token of the person in a header, so that it is not in the address, and saves it
 * with the name from the server.
 *
 * @param fallback its name if the server sends none
 * @throws ApiError with the text of the server if it rejects the call
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
 * @throws ApiError with the text of the server if it rejects the call
 */
export async function saveReport(
  kind: ReportKind,
  format: ReportFormat,
  query: ReportQuery,
): Promise<void> {
  const address = addressOf(pathOf('reports', 'download'), {
    params: { kind },
    // Times use the zone of the browser if the person has no preference.
    query: { time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone, ...query, format },
  });
  await saveFrom(address, `${kind}.${format}`);
}
