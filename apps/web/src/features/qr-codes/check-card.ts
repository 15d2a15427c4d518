import { formatDateTime } from '@roadworthy/domain';
import { ApiError } from '../../api/api-error.ts';
import { ask } from '../../ui/public-page/ask.ts';
import { element } from '../../ui/public-page/element.ts';
import { t } from '../../ui/public-page/texts.ts';
import { queryOf, type Visit } from './qr-codes-visit.ts';
import { checkFileName, savePdf, workButton } from './save-pdf.ts';

type Check = Awaited<ReturnType<typeof ask<'driverCheckLatest'>>>;

/** A visitor has no preferences: use the browser's time zone and the specified date format. */
export const DATES = { timeZone: null, dateFormat: null, timeFormat: null } as const;

/** The latest driver check; null for none. @throws ApiError for other errors */
export function latestCheck(visit: Visit): Promise<Check | null> {
  return ask('driverCheckLatest', queryOf(visit)).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  });
}

/** The card of the latest driver check (J-10 to J-13, J-P02). */
export function checkCard(visit: Visit, first: Check | null, registration: string): HTMLElement {
  let check = first;
  const address = async (isAgain: boolean) => {
    // A check may have been added since, and URLs expire.
    if (isAgain || check === null) check = await latestCheck(visit);
    return check?.pdf ?? null;
  };
  const isClosed = check !== null && check.pdf === null;
  return element(
    'article',
    { class: 'public-card' },
    element('h3', {}, t('qr.driverCheck')),
    check === null
      ? element('p', { class: 'public-quiet' }, t('qr.noCheck'))
      : element('p', {}, formatDateTime(Date.parse(check.date), DATES)),
    isClosed && element('p', { class: 'public-quiet' }, t('qr.scan')),
    workButton(
      t('qr.downloadPdf'),
      () => savePdf(address, checkFileName(registration), t('qr.noCheckFound')),
      { disabled: isClosed },
    ),
  );
}
