import { DRIVER_FILE_FILTERS, DRIVER_FILE_ITEMS } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../api/client.ts';
import { look } from '../../ui/look/look.ts';
import type { Resource } from '../../ui/resource/resource.ts';
import { type Bound, Choice, DepotsChoice } from '../records/records-filters.tsx';
import { DRIVERS_FILE_KEY, driverName, type FileItem } from './drivers-file.ts';
import { itemColumns, useDayText } from './file-state.tsx';

const DAYS = [7, 30, 60, 90, 180];

function Filters(bound: Bound) {
  const { t } = useTranslation();
  const { data: depots = [] } = useQuery({
    queryKey: ['record-choices', 'depots'],
    queryFn: ({ signal }) => api.vehicleFile.depots({ signal, quiet: true }),
  });
  return (
    <>
      <Choice
        {...bound}
        name="state"
        label={t('driversFile.state')}
        all={t('driversFile.anyState')}
        options={DRIVER_FILE_FILTERS.map((value) => ({
          value,
          label: t(`driversFile.state.${value}`),
        }))}
      />
      <Choice
        {...bound}
        name="kind"
        label={t('driversFile.item')}
        all={t('driversFile.anyItem')}
        options={DRIVER_FILE_ITEMS.map((value) => ({
          value,
          label: t(`driversFile.item.${value}`),
        }))}
      />
      <Choice
        {...bound}
        name="days"
        label={t('driversFile.within')}
        all={t('driversFile.anyDay')}
        options={DAYS.map((count) => ({
          value: String(count),
          label: t('driversFile.withinDays', { count }),
        }))}
      />
      {depots.length > 0 && <DepotsChoice {...bound} depots={depots} />}
    </>
  );
}

function Details({ one }: { readonly one: FileItem }) {
  const { t } = useTranslation();
  return (
    <div className={look({ flow: 'stack', gap: 3 })}>
      <p>{t(`driversFile.rule.${one.kind}`)}</p>
      <p>
        <Link
          to={'/drivers/$id' as string}
          params={{ id: String(one.driver.id) } as never}
          search={{ section: 'file' } as never}
        >
          {t('driversFile.open', { name: driverName(one) })}
        </Link>
      </p>
    </div>
  );
}

/** The list of what drivers' files must have, with what expires. */
export function useDriversFile(): Resource<FileItem, never> {
  const { t } = useTranslation();
  const dayText = useDayText();
  return useMemo(
    () => ({
      kind: DRIVERS_FILE_KEY,
      texts: 'driversFile',
      list: (query, signal) => api.driversFile.list({ query: query as object, signal }),
      read: (id, signal) => api.driversFile.read({ params: { id }, signal }),
      nameOf: driverName,
      columns: [
        { key: 'driver', label: t('driversFile.driver'), isOrdered: true, cell: driverName },
        ...itemColumns(t),
        {
          key: 'due_on',
          label: t('driversFile.until'),
          isOrdered: true,
          cell: ({ due_on: day }) => dayText(day),
        },
        {
          key: 'days_left',
          label: t('driversFile.daysLeft'),
          isNumber: true,
          cell: ({ days_left: days }) => days ?? '–',
        },
      ],
      Details,
      mayAdd: false,
      hasHistory: false,
      filters: { names: ['state', 'kind', 'days', 'depot'], Controls: Filters },
      exportAddress: (query) => addressOf(pathOf('driversFile', 'exportList'), { query }),
    }),
    [t, dayText],
  );
}
