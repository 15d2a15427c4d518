import { formatDate } from '@roadworthy/domain';
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
} as const;

function Way({ record }: { readonly record: CaseRecord }) {
  const { current } = useSession();
  const { id, kind, vehicle, reference_number: reference } = record;
  const [to, module] = WAYS[kind];
  const name = reference === '' ? vehicle.registration : `${vehicle.registration} · ${reference}`;
  if (!may(current, { kind: 'module', anyOf: [module] })) return <strong>{name}</strong>;
  const isRecord = kind === 'inspection' || kind === 'defect';
  const search = isRecord ? { open: String(id) } : { vehicleId: String(vehicle.id) };
  return (
    <Link to={to} search={search as never} className="link-button">
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
          <Row key={`${record.kind} ${record.id}`} record={record} />
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
