import { formatMoment } from '@roadworthy/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { useDisplay } from '../../ui/display.ts';
import type { RawData, RawRecord } from './use-raw-data.ts';

const NONE = '–';
const number = (value: unknown, decimals: number) =>
  typeof value === 'number' ? value.toFixed(decimals) : NONE;

function useColumns(): readonly Column<RawRecord>[] {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  return useMemo(() => {
    const moment = (utc: string) => formatMoment(Date.parse(utc), dates);
    const yes = (value: unknown) =>
      typeof value === 'boolean' ? t(value ? 'rawData.on' : 'rawData.off') : NONE;
    return [
      {
        key: 'timestamp',
        label: t('rawData.timestamp'),
        cell: ({ timestamp }) => moment(timestamp),
      },
      {
        key: 'received',
        label: t('rawData.received'),
        cell: ({ received_at: received }) => moment(received),
      },
      {
        key: 'latitude',
        label: t('rawData.latitude'),
        isNumber: true,
        cell: ({ decoded }) => number(decoded.latitude, 5),
      },
      {
        key: 'longitude',
        label: t('rawData.longitude'),
        isNumber: true,
        cell: ({ decoded }) => number(decoded.longitude, 5),
      },
      {
        key: 'speed',
        label: t('rawData.speed'),
        unit: 'km/h',
        isNumber: true,
        cell: ({ decoded }) => number(decoded.speed_kmh, 0),
      },
      {
        key: 'ignition',
        label: t('rawData.ignition'),
        cell: ({ decoded }) => yes(decoded.ignition),
      },
      {
        key: 'fault',
        label: t('trackers.fault'),
        cell: ({ decoded: { fault } }) =>
          typeof fault === 'string' ? (
            <span className="badge bad">{t(`trackers.fault.${fault}`)}</span>
          ) : (
            NONE
          ),
      },
    ];
  }, [t, dates]);
}

/** The stored records of a device. */
export function RecordsTable({ raw }: { readonly raw: RawData }) {
  const { t } = useTranslation();
  const columns = useColumns();
  return (
    <DataTable
      id="raw-data"
      label={t('rawData.title')}
      columns={columns}
      rows={raw.records.data?.results ?? []}
      keyOf={({ id }) => String(id)}
      state={raw.records}
      empty={{
        title: t('rawData.empty'),
        text: t(raw.isLive ? 'rawData.emptyLive' : 'rawData.emptyText'),
      }}
      selected={raw.address.record ?? null}
      onSelect={({ id }) => raw.setAddress({ record: String(id) })}
    />
  );
}
