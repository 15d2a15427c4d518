import { formatDate, toApiDate } from '@roadworthy/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Badge } from '../../ui/badge/badge.tsx';
import { Button } from '../../ui/button/button.tsx';
import { Pager } from '../../ui/data-table/pager.tsx';
import { useDisplay } from '../../ui/display.ts';
import { FormatMenu } from '../../ui/download-menu/download-menu.tsx';
import { saveFrom } from '../../ui/download-menu/save-report.ts';
import { cx, look, row, stack } from '../../ui/look/look.ts';
import { SidePanel } from '../../ui/side-panel/side-panel.tsx';
import { useAddress } from '../../ui/use-address.ts';
import styles from './earned-recognition.module.css';
import type { CaseRecord, Chosen } from './use-figures.ts';

/** The screen of each kind of record, and its permission. */
const WAYS = {
  inspection: ['/inspections', 'SafetyInspection'],
  defect: ['/defects', 'Defect'],
  schedule: ['/vehicle-file/planner', 'Vehicle File'],
  test: ['/vehicle-file/activity', 'Vehicle File'],
  driver_day: ['/drivers/$id', 'accessTachoGraf'],
  driver_week: ['/drivers/$id', 'accessTachoGraf'],
  vehicle_day: ['/tachograph/timeline', 'accessTachoGraf'],
  download: ['/tachograph/$id', 'accessTachoGraf'],
} as const;

/** From Monday to Sunday. */
const WEEK_MS = 6 * 86_400_000;

/** Search and parameters of the screen of a record. @param timeZone the person's */
function wayOf({ id, kind, vehicle, at }: CaseRecord, timeZone: string | null) {
  const day = at.slice(0, 10);
  switch (kind) {
    case 'inspection':
    case 'defect':
      return { search: { open: String(id) } };
    case 'schedule':
      // The month of the limit need not be that of the day it was done.
      return {
        search: {
          view: 'year',
          at: day.slice(0, 7),
          vehicle: String(vehicle?.id ?? ''),
          schedule: String(id),
        },
      };
    case 'test': {
      const on = toApiDate(Date.parse(at), timeZone ?? 'UTC');
      return {
        search: {
          vehicleId: String(vehicle?.id ?? ''),
          startDate: on,
          endDate: on,
          activity: String(id),
        },
      };
    }
    case 'driver_day':
      return { params: { id: String(id) }, search: { section: 'hours', from: day, to: day } };
    case 'driver_week':
      return {
        params: { id: String(id) },
        search: { section: 'hours', from: day, to: toApiDate(Date.parse(day) + WEEK_MS, 'UTC') },
      };
    case 'vehicle_day':
      return { search: { vehicle: String(id), date: day } };
    case 'download':
      return { params: { id: String(id) } };
  }
}

function Way({ record }: { readonly record: CaseRecord }) {
  const { current } = useSession();
  const { dates } = useDisplay();
  const { kind, vehicle, driver, reference_number: reference } = record;
  const [to, module] = WAYS[kind];
  const holder =
    vehicle?.registration ?? (driver === null ? '' : `${driver.first_name} ${driver.surname}`);
  const name = reference === '' ? holder : `${holder} · ${reference}`;
  if (!may(current, { kind: 'module', anyOf: [module] })) return <strong>{name}</strong>;
  return (
    <Link to={to} {...(wayOf(record, dates.timeZone) as object)} className="link-button">
      {name}
    </Link>
  );
}

function Row({ record }: { readonly record: CaseRecord }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const { is_passed: isPassed, lacks, depot, at } = record;
  return (
    <li className={stack({ gap: 'half', paddingY: 2, paddingX: 0, borderBottom: true })}>
      <span
        className={row({
          wrap: true,
          align: 'center',
          justify: 'between',
          rowGap: 1,
          columnGap: 3,
        })}
      >
        <Way record={record} />
        <Badge tone={isPassed ? 'good' : 'bad'}>{t(isPassed ? 'er.passed' : 'er.failed')}</Badge>
      </span>
      <span className={look({ tone: 'quiet', size: 'small' })}>
        {formatDate(Date.parse(at), dates)}
        {depot !== null && ` · ${depot.name}`}
      </span>
      {lacks.length > 0 && (
        <span>{t('er.lacks', { what: lacks.map((one) => t(`er.lack.${one}`)).join(', ') })}</span>
      )}
    </li>
  );
}

/** The records behind a figure, failures first, with the reason of each. */
export function RecordsPanel({
  chosen,
  query,
  depotName,
  onClose,
}: {
  readonly chosen: Chosen;
  readonly query: { readonly period?: string; readonly region?: number };
  readonly depotName: string;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const [address] = useAddress();
  const [page, setPage] = useState(1);
  const [pageSize, setPageSize] = useState(50);
  const { measure, depot } = chosen;
  const filter = {
    ...query,
    measure,
    ...(depot === null ? { no_depot: 'true' as const } : {}),
    ...(typeof depot === 'number' ? { depot } : {}),
  };
  const read = useQuery({
    queryKey: ['earned-recognition', 'records', filter, page, pageSize],
    queryFn: ({ signal }) =>
      api.earnedRecognition.records({ query: { ...filter, page, pageSize }, signal }),
    placeholderData: keepPreviousData,
  });
  const { data, isPending, isError, error, refetch } = read;
  return (
    <SidePanel
      title={`${measure} · ${depotName}`}
      parents={[
        {
          label: t('er.title'),
          to: '/earned-recognition',
          search: { ...address, measure: undefined, of: undefined },
        },
      ]}
      onClose={onClose}
      foot={
        <FormatMenu
          isDisabled={data === undefined || data.count === 0}
          save={(format) =>
            saveFrom(
              addressOf(pathOf('earnedRecognition', 'exportRecords'), {
                query: { ...filter, format },
              }),
              `${measure}.${format}`,
            )
          }
        />
      }
    >
      <p className={cx(look({ margin: 0 }), styles.erMeaning)}>{t(`er.meaning.${measure}`)}</p>
      {isPending && <p role="status">{t('vehicleFile.loading')}</p>}
      {isError && (
        <div className="table-message" role="alert">
          <p>{error.message}</p>
          <Button onClick={() => void refetch()}>{t('action.retry')}</Button>
        </div>
      )}
      {data?.count === 0 && (
        <p className={look({ tone: 'quiet', size: 'small' })}>{t('er.noRecords')}</p>
      )}
      <ul className={stack({ gap: 0, margin: 0, padding: 0, list: true })} aria-busy={isPending}>
        {data?.results.map((record) => (
          <Row key={`${record.kind} ${record.id} ${record.at}`} record={record} />
        ))}
      </ul>
      {data !== undefined && data.count > pageSize && (
        <Pager
          page={page}
          pageSize={pageSize}
          count={data.count}
          onPage={setPage}
          onPageSize={(size) => {
            setPage(1);
            setPageSize(size);
          }}
        />
      )}
    </SidePanel>
  );
}
