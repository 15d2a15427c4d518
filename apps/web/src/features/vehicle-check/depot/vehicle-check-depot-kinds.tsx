import type { CheckType } from '@roadworthy/domain';
import { formatDate, formatDateTime } from '@roadworthy/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import type { Column } from '../../../ui/data-table/order.ts';
import { useDisplay } from '../../../ui/display.ts';
import { look } from '../../../ui/look/look.ts';
import { SHORT_LINE } from '../../../ui/look/looks.ts';
import { pdfAddress } from '../pdf-address.ts';
import {
  Badge,
  DamageSeverityBadge,
  DamageStateBadge,
  ResultBadge,
} from '../vehicle-check-badges.tsx';
import type { Place } from '../vehicle-check-place.ts';
import type {
  Damage,
  DamagedVehicle,
  LetterRow,
  ListCall,
  ListKind,
  ReportRow,
  Survey,
} from './list-kind.ts';

const NONE = '–';
/** The server sorts; the header only enables it. */
const byServer = () => 0;

/** Query and depot of a list as call parameters; its type selects the calls. */
const requestOf = ({ placeId, query, signal }: ListCall) => ({
  params: { id: placeId },
  query: query as never,
  signal,
});

/** Columns shared by several lists. */
function useCells() {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  return useMemo(() => {
    const moment = (utc: string) => formatDateTime(Date.parse(utc), dates);
    const day = (utc: string) => formatDate(Date.parse(utc), dates);
    const registration = <
      Row extends { readonly vehicle: { readonly registration: string } },
    >(): Column<Row> => ({
      key: 'registration',
      label: t('vehicleCheck.column.registration'),
      compare: byServer,
      cell: ({ vehicle }) => vehicle.registration,
    });
    const column = <Row,>(key: string, cell: (row: Row) => React.ReactNode): Column<Row> => ({
      key,
      label: t(`vehicleCheck.column.${key}`),
      cell,
    });
    const ordered = <Row,>(key: string, cell: (row: Row) => React.ReactNode): Column<Row> => ({
      ...column(key, cell),
      compare: byServer,
    });
    return { t, moment, day, registration, column, ordered };
  }, [t, dates]);
}

/** Reports of a type: standard, audit, handover and driver checks, and gate checks (L-14 to L-17, L-19). */
export function useReportKind(type: CheckType): ListKind<ReportRow> {
  const { t, moment, registration, ordered } = useCells();
  return useMemo(
    () => ({
      type,
      load: (call) =>
        type === 'GTC'
          ? api.vehicleCheck.gateChecks(requestOf(call))
          : api.vehicleCheck.reports(requestOf(call)),
      columns: [
        ordered('date', ({ date }) => moment(date)),
        registration(),
        {
          ...ordered('driver', ({ driver }) => driver ?? NONE),
          label: t(`vehicleCheck.author.${type}`),
        },
        ordered('result', (report) => <ResultBadge report={report} />),
      ],
      opens: ({ id }) => id,
      keyOf: ({ id }) => id,
      nameOf: ({ vehicle, date }) => `${vehicle.registration}, ${moment(date)}`,
      pdfOf: ({ id }) => pdfAddress(type === 'GTC' ? 'gateCheckDetails' : 'details', id),
    }),
    [type, t, moment, registration, ordered],
  );
}

/** Damage, open and fixed (L-18). A row opens its vehicle. */
export function useDamageKind(): ListKind<Damage> {
  const { t, moment, day, registration, column, ordered } = useCells();
  return useMemo(
    () => ({
      type: 'DMG',
      load: (call) => api.vehicleCheck.damages(requestOf(call)),
      columns: [
        ordered('reported_at', ({ reported_at: at }) => moment(at)),
        registration(),
        ordered('part', ({ part }) => t(`vehicleCheck.zone.${part}`)),
        column('description', ({ description }) => description),
        ordered('severity', ({ severity }) => <DamageSeverityBadge severity={severity} />),
        column('reported_by', ({ reported_by: by }) => by),
        ordered('fixed_at', ({ fixed_at: at }) => (
          <span className={look(SHORT_LINE)}>
            <DamageStateBadge fixedAt={at} />
            {at !== null && day(at)}
          </span>
        )),
      ],
      opens: ({ vehicle }) => vehicle.id,
      keyOf: ({ id }) => id,
      nameOf: ({ vehicle }) => vehicle.registration,
    }),
    [t, moment, day, registration, column, ordered],
  );
}

/** Vehicles with open damage (L-20). */
export function useDamagedVehicleKind(): ListKind<DamagedVehicle> {
  const { t, day, registration, column, ordered } = useCells();
  return useMemo(
    () => ({
      type: 'VEH',
      load: (call) => api.vehicleCheck.damagedVehicles(requestOf(call)),
      columns: [
        registration(),
        { ...ordered('open_damages', ({ open_damages: open }) => open), isNumber: true },
        { ...column('major_damages', ({ major_damages: major }) => major), isNumber: true },
        ordered('oldest', ({ oldest }) => day(oldest)),
        column('off_road', ({ off_road: isOff }) =>
          isOff ? <Badge tone="bad">{t('vor.state.off_road')}</Badge> : NONE,
        ),
      ],
      opens: ({ vehicle }) => vehicle.id,
      keyOf: ({ vehicle }) => vehicle.id,
      nameOf: ({ vehicle }) => vehicle.registration,
    }),
    [t, day, registration, column, ordered],
  );
}

/** Notice letters (L-21). */
export function useLetterKind(): ListKind<LetterRow> {
  const { moment, registration, ordered } = useCells();
  return useMemo(
    () => ({
      type: 'NOT',
      load: (call) => api.vehicleCheck.noticeLetters(requestOf(call)),
      columns: [
        ordered('date', ({ date }) => moment(date)),
        registration(),
        ordered('driver', ({ driver }) => driver ?? NONE),
        ordered('subject', ({ subject }) => subject),
      ],
      opens: ({ id }) => id,
      keyOf: ({ id }) => id,
      nameOf: ({ subject }) => subject,
      pdfOf: ({ id }) => pdfAddress('noticeLetter', id),
    }),
    [moment, registration, ordered],
  );
}

/**
 * Audit surveys.
 *
 * @param of scope: surveys of a region name their depot
 */
export function useSurveyKind(of: Place['kind']): ListKind<Survey> {
  const { moment, ordered } = useCells();
  return useMemo(
    () => ({
      type: 'SRV',
      load: ({ placeId, query, signal }) =>
        api.vehicleCheck.surveys({ query: { ...query, [of]: placeId } as never, signal }),
      columns: [
        ordered('date', ({ date }) => moment(date)),
        ...(of === 'region' ? [ordered<Survey>('depot', ({ depot }) => depot.name)] : []),
        ordered('auditor', ({ auditor }) => auditor),
        { ...ordered('registration', ({ vehicle }) => vehicle?.registration ?? NONE) },
        {
          ...ordered('score', ({ score }) => (score === null ? NONE : `${score} %`)),
          isNumber: true,
        },
      ],
      opens: ({ id }) => id,
      keyOf: ({ id }) => id,
      nameOf: ({ reference_number: reference }) => reference,
      pdfOf: ({ id }) => pdfAddress('survey', id),
    }),
    [of, moment, ordered],
  );
}
