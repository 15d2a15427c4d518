import { activityStatus, formatDate } from '@roadworthy/domain';
import { ask } from '../../ui/public-page/ask.ts';
import { element } from '../../ui/public-page/element.ts';
import { knownText, t } from '../../ui/public-page/texts.ts';
import { DATES } from './check-card.ts';
import { queryOf, type Visit } from './qr-codes-visit.ts';
import { savePdf, workButton } from './save-pdf.ts';

type Activity = Awaited<
  ReturnType<typeof ask<'documentLatest'>>
>['latest_vehicle_activities'][number];

const TITLES = new Set(['SAFETY_INSPECTION', 'MOT', 'VTG7']);

/** Requirements J-19 to J-21; other types use their name. */
const titleOf = ({ activity_type: { reference, name } }: Activity) =>
  TITLES.has(reference) ? t(`qr.report.${reference}`) : knownText(name);

function statusOf({ activity_type: { reference }, status }: Activity): HTMLElement | null {
  if (status === '') return null;
  const { key, name } = activityStatus(reference, status);
  const text = key === null ? knownText(name) : t(`vehicleFile.status.${key}`);
  return element('span', { class: 'public-badge' }, text);
}

/** The report of a safety inspection from its record (J-16); its reference is the tooltip. */
function reportButton(visit: Visit, activity: Activity): HTMLElement {
  const { record_id: recordId, reference_number: reference } = activity;
  let { pdf } = activity;
  const address = async (isAgain: boolean) => {
    if (isAgain) {
      const { latest_vehicle_activities: latest } = await ask('documentLatest', queryOf(visit));
      pdf = latest.find(({ record_id: id }) => id === recordId)?.pdf ?? null;
    }
    return pdf;
  };
  const fileName = `safety-inspection-report_${recordId}_${activity.vehicle.registration}.pdf`;
  return workButton(t('qr.download'), () => savePdf(address, fileName, t('qr.pdfFailed')), {
    disabled: pdf === null,
    ...(reference === null ? {} : { title: reference }),
  });
}

/** One of the latest activities (J-14): title, description, date, status, and its document. */
export function activityCard(visit: Visit, activity: Activity): HTMLElement {
  const { document: file, record_id: recordId, description, date } = activity;
  const isReport = activity.activity_type.reference === 'SAFETY_INSPECTION' && recordId !== null;
  return element(
    'article',
    { class: 'public-card' },
    element('h3', {}, titleOf(activity)),
    description !== '' && element('p', {}, knownText(description)),
    element(
      'p',
      { class: 'public-facts' },
      element('span', {}, formatDate(Date.parse(date), DATES)),
      statusOf(activity),
    ),
    element(
      'div',
      { class: 'public-actions' },
      file !== null &&
        element(
          'a',
          { class: 'public-button', href: file, target: '_blank', rel: 'noopener' },
          t('qr.viewPdf'),
        ),
      isReport && reportButton(visit, activity),
    ),
  );
}
