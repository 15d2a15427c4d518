import type { AnswerOf, contract } from '@roadworthy/contract';
import { formatDate, formatNumber } from '@roadworthy/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge/badge.tsx';
import { useDisplay, useLocale } from '../../ui/display.ts';
import { look } from '../../ui/look/look.ts';
import type { ResourceColumn } from '../../ui/resource/resource.ts';
import { vehicleColumns } from '../records/record-columns.tsx';

export type InspectionRow = AnswerOf<typeof contract.inspections.list>['results'][number];

const NONE = '–';
const TONES = { '1': 'quiet', '3': 'warn', '7': 'warn', '11': 'warn', '12': 'good' } as const;

/** A value, with the words "too low" if it is. */
function Measured({ text, isBelow }: { readonly text: string | null; readonly isBelow: boolean }) {
  const { t } = useTranslation();
  if (text === null) return NONE;
  return (
    <span className={look({ flow: 'inlineRow', wrap: true, gap: 1 })}>
      {text}
      {isBelow && <Badge tone="bad">{t('record.figure.below')}</Badge>}
    </span>
  );
}

/** The columns of the list of safety inspections. */
export function useInspectionColumns(): readonly ResourceColumn<InspectionRow>[] {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const locale = useLocale();
  return useMemo(() => {
    const utc = { ...dates, timeZone: 'UTC' };
    const percent = (figure: number | null) =>
      figure === null ? NONE : formatNumber(figure, locale);
    const brakes = ({ brakes: result, ...row }: InspectionRow) =>
      result === 'none'
        ? null
        : [row.brake_service, row.brake_secondary, row.brake_parking].map(percent).join(' / ');
    return [
      ...vehicleColumns<InspectionRow>(t),
      {
        key: 'inspected_at',
        label: t('recordList.inspected'),
        isOrdered: true,
        cell: ({ inspected_at: at }) => formatDate(Date.parse(at), dates),
      },
      {
        key: 'status',
        label: t('recordList.state'),
        isOrdered: true,
        cell: ({ status }) => (
          <Badge tone={TONES[status]}>{t(`recordList.status.${status}`)}</Badge>
        ),
      },
      {
        key: 'result',
        label: t('recordList.result'),
        isOrdered: true,
        cell: ({ is_roadworthy: isRoadworthy }) => (
          <Badge tone={isRoadworthy ? 'good' : 'bad'}>
            {t(isRoadworthy ? 'record.roadworthy' : 'record.notRoadworthy')}
          </Badge>
        ),
      },
      {
        key: 'defects',
        label: t('recordList.defects'),
        isNumber: true,
        cell: ({ defects }) => formatNumber(defects, locale),
      },
      {
        key: 'brake_service',
        label: t('recordList.brakes'),
        isOrdered: true,
        cell: (row) => <Measured text={brakes(row)} isBelow={row.brakes === 'below'} />,
      },
      {
        key: 'tread',
        label: t('recordList.tread'),
        cell: ({ least_tread: tread, tyres }) => (
          <Measured
            text={tread == null ? null : formatNumber(tread, locale)}
            isBelow={tyres === 'below'}
          />
        ),
      },
      {
        key: 'inspector',
        label: t('recordList.inspector'),
        isOrdered: true,
        cell: ({ inspector }) => inspector,
      },
      {
        key: 'next_due',
        label: t('recordList.nextDue'),
        cell: ({ next_due: due, is_next_overdue: isOverdue }) =>
          due === null ? (
            NONE
          ) : (
            <span className={look({ flow: 'inlineRow', wrap: true, gap: 1 })}>
              {formatDate(Date.parse(due), utc)}
              {isOverdue && <Badge tone="bad">{t('record.overdue')}</Badge>}
            </span>
          ),
      },
    ];
  }, [t, dates, locale]);
}
