import { formatDateTime } from '@roadworthy/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDisplay } from '../../../shell/display.ts';
import { PageTitle } from '../../../shell/page-title.tsx';
import { DataTable } from '../../../widgets/data-table/data-table.tsx';
import type { Column } from '../../../widgets/data-table/order.ts';
import { Pager } from '../../../widgets/data-table/pager.tsx';
import { DateRangePicker } from '../../../widgets/date-range/date-range-picker.tsx';
import { RecordPanel } from './record-panel.tsx';
import { TrackerChoice } from './tracker-choice.tsx';
import { type RawRecord, useRawData } from './use-raw-data.ts';
import '../../../widgets/resource/resource.css';
import './raw-data.css';

const NONE = '–';
const number = (value: unknown, decimals: number) =>
  typeof value === 'number' ? value.toFixed(decimals) : NONE;

function useColumns(): readonly Column<RawRecord>[] {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  return useMemo(() => {
    const moment = (utc: string) => formatDateTime(Date.parse(utc), dates);
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

/** Screen /administration/raw-data: what one device sent, now or within a period (requirement O-22). */
export function RawDataScreen() {
  const { t } = useTranslation();
  const columns = useColumns();
  const raw = useRawData();
  const { setAddress, records, isLive } = raw;
  const rows = records.data?.results ?? [];
  const opened = rows.find(({ id }) => id === raw.address.record);
  return (
    <div className="resource raw-data">
      <header className="resource-head">
        <PageTitle title={t('rawData.title')} />
        <div className="resource-tools">
          <TrackerChoice
            tracker={raw.tracker}
            onChange={(id) =>
              setAddress({ tracker: String(id), page: undefined, record: undefined })
            }
          />
          <label className="resource-archived">
            <input
              type="checkbox"
              checked={isLive}
              onChange={(event) =>
                setAddress({
                  live: event.currentTarget.checked ? undefined : '0',
                  page: undefined,
                  record: undefined,
                })
              }
            />
            <span>{t('rawData.live')}</span>
          </label>
          {!isLive && (
            <DateRangePicker
              value={raw.days}
              onChange={({ from, to }) =>
                setAddress({
                  from,
                  to: to === from ? undefined : to,
                  page: undefined,
                  record: undefined,
                })
              }
            />
          )}
        </div>
      </header>
      <div className="resource-list">
        {raw.trackerId === null ? (
          <div className="table-message" role="status">
            <strong>{t('rawData.choose')}</strong>
            <p>{t('rawData.chooseText')}</p>
          </div>
        ) : (
          <DataTable
            label={t('rawData.title')}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            state={records}
            empty={{
              title: t('rawData.empty'),
              text: t(isLive ? 'rawData.emptyLive' : 'rawData.emptyText'),
            }}
            selected={raw.address.record ?? null}
            onSelect={({ id }) => setAddress({ record: id })}
          />
        )}
      </div>
      {!isLive && (records.data?.count ?? 0) > 0 && (
        <Pager
          page={raw.page}
          pageSize={raw.pageSize}
          count={records.data?.count ?? 0}
          isLimit={records.data?.count_is_limit === true}
          onPage={(page) => setAddress({ page: String(page), record: undefined })}
          onPageSize={(pageSize) =>
            setAddress({ pageSize: String(pageSize), page: undefined, record: undefined })
          }
        />
      )}
      {opened !== undefined && (
        <RecordPanel
          key={opened.id}
          record={opened}
          onClose={() => setAddress({ record: undefined })}
        />
      )}
    </div>
  );
}
