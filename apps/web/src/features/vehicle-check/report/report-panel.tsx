import { formatDateTime, formatOdometer } from '@roadworthy/domain';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../../api/client.ts';
import { useDisplay, useLocale } from '../../../ui/display.ts';
import { DepotLink, VehicleLink } from '../../../ui/entity-link/entity-link.tsx';
import { browserZone } from '../browser-zone.ts';
import { DamageHistory } from '../damage/vehicle-check-damage-history.tsx';
import { pdfAddress } from '../pdf-address.ts';
import { SaveButton } from '../save-button.tsx';
import { Badge, ResultBadge } from '../vehicle-check-badges.tsx';
import { RECORDS } from '../vehicle-check-keys.ts';
import type { Report } from './vehicle-check-report.ts';
import { Items } from './vehicle-check-report-items.tsx';
import { Facts, Part, RecordPanel, Signature, useRecord } from './vehicle-check-report-panel.tsx';
import { Photographs } from './vehicle-check-report-photographs.tsx';

function ReportFacts({ report }: { readonly report: Report }) {
  const { t } = useTranslation();
  const { dates, unit } = useDisplay();
  const locale = useLocale();
  const { duration, odometer, vehicle, type } = report;
  return (
    <Facts
      of={[
        [t('vehicleCheck.column.registration'), <VehicleLink key="vehicle" vehicle={vehicle} />],
        [t('vehicleCheck.column.date'), formatDateTime(Date.parse(report.date), dates)],
        [t(`vehicleCheck.author.${type}`), report.driver],
        [t('vehicleCheck.column.result'), <ResultBadge key="result" report={report} />],
        [
          t('vehicleCheck.column.depot'),
          report.depot && <DepotLink key="depot" depot={report.depot} />,
        ],
        [t('vehicleCheck.place'), report.place],
        [
          t('vehicleCheck.odometer'),
          odometer === null ? null : formatOdometer(odometer, unit, locale),
        ],
        [
          t('vehicleCheck.duration'),
          duration === null
            ? null
            : t('vehicleCheck.minutes', {
                minutes: Math.floor(duration / 60),
                seconds: duration % 60,
              }),
        ],
        [t('vehicleCheck.reference'), report.reference_number],
      ]}
    />
  );
}

/** Photos that belong to no item and no damage. */
export function loosePhotographs({ photos, items, damages }: Report): readonly string[] {
  const shown = new Set([...items, ...damages].flatMap((one) => one.photos));
  return photos.filter((address) => !shown.has(address));
}

/** Report details: items with answers, comments and photos, and damage to the vehicle (L-P04). */
export function ReportPanel({
  id,
  isGateCheck,
  onClose,
}: {
  readonly id: number;
  readonly isGateCheck: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const call = isGateCheck ? 'gateCheckDetails' : 'details';
  const record = useRecord<Report>([RECORDS, call, id], (signal) =>
    api.vehicleCheck[call]({ params: { id }, query: {}, signal }),
  );
  return (
    <RecordPanel
      title={(report) =>
        report === undefined
          ? t('vehicleCheck.report')
          : t(`vehicleCheck.one.${report.type}`, { registration: report.vehicle.registration })
      }
      record={record}
      foot={({ vehicle }) => (
        <>
          <Link
            to="/vehicle-file/activity"
            search={{ vehicleId: String(vehicle.id) } as never}
            className="button"
          >
            {t('vor.vehicleFile')}
          </Link>
          <SaveButton
            address={
              isGateCheck
                ? pdfAddress('gateCheckDetails', id)
                : addressOf(pathOf('vehicleCheck', 'reportPdf'), {
                    query: { report: id, time_zone: browserZone() },
                  })
            }
            fallback="report.pdf"
          >
            {t('vehicleCheck.pdf')}
          </SaveButton>
        </>
      )}
      onClose={onClose}
    >
      {(report) => {
        const loose = loosePhotographs(report);
        return (
          <>
            <ReportFacts report={report} />
            {report.takes_off_road && (
              <p>
                <Badge tone="bad">{t('vehicleCheck.notToBeUsed')}</Badge>
              </p>
            )}
            <Items items={report.items} />
            {loose.length > 0 && (
              <Part title={t('record.photographs')}>
                <Photographs addresses={loose} />
              </Part>
            )}
            {report.declaration !== '' && (
              <Part title={t('record.declaration')}>
                <p>{report.declaration}</p>
              </Part>
            )}
            <Signature address={report.signature} name={report.signed_name} />
            <DamageHistory reportId={id} />
          </>
        );
      }}
    </RecordPanel>
  );
}
