import { formatMoment } from '@roadworthy/domain';
import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { Pager } from '../../ui/data-table/pager.tsx';
import { DateRangePicker } from '../../ui/date-range/date-range-picker.tsx';
import { useDisplay } from '../../ui/display.ts';
import { saveFile } from '../../ui/download-menu/save-report.ts';
import { CheckBox } from '../../ui/field/check-box.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { FramePanel } from './frame-panel.tsx';
import { framesFile } from './frames-file.ts';
import { FramesTable } from './frames-table.tsx';
import { RecordPanel } from './record-panel.tsx';
import { TrackerChoice } from './tracker-choice.tsx';
import { type RawRecord, useRawData } from './use-raw-data.ts';
import '../../ui/resource/resource.css';

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

/**
 * Screen /administration/raw-data: data from one device, live or in a period (requirement O-22).
 */
export function RawDataScreen() {
  const { t } = useTranslation();
  const columns = useColumns();
  const raw = useRawData();
  const { setAddress, records, isLive } = raw;
  const rows = records.data?.results ?? [];
  const shown = raw.isFrames ? raw.frames.data : records.data;
  const opened = raw.isFrames
    ? undefined
    : rows.find(({ id }) => String(id) === raw.address.record);
  const openedFrame = raw.isFrames
    ? raw.frames.data?.results.find(({ id }) => id === raw.address.record)
    : undefined;
  const download = useMutation({
    mutationFn: async () => {
      const { results } = await raw.framesForFile();
      saveFile(framesFile(results), `frames-${raw.tracker?.tracker ?? 'all'}.ndjson`);
    },
  });
  return (
    <div data-part="raw-data" className="resource">
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
          <CheckBox
            className="resource-archived"
            label={t('rawData.frames')}
            isOn={raw.isFrames}
            onChange={(isOn) =>
              setAddress({
                view: isOn ? 'frames' : undefined,
                unknown: undefined,
                page: undefined,
                record: undefined,
              })
            }
          />
          {raw.isFrames && (
            <>
              <CheckBox
                className="resource-archived"
                label={t('rawData.unknownOnly')}
                isOn={raw.isUnknownOnly}
                onChange={(isOn) =>
                  setAddress({
                    unknown: isOn ? '1' : undefined,
                    page: undefined,
                    record: undefined,
                  })
                }
              />
              <Button
                disabled={download.isPending || (raw.frames.data?.count ?? 0) === 0}
                onClick={() => download.mutate()}
              >
                {t('rawData.download')}
              </Button>
            </>
          )}
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
        {raw.isFrames && (raw.trackerId !== null || raw.isUnknownOnly) ? (
          <FramesTable raw={raw} />
        ) : raw.trackerId === null ? (
          <div className="table-message" role="status">
            <strong>{t('rawData.choose')}</strong>
            <p>{t('rawData.chooseText')}</p>
          </div>
        ) : (
          <DataTable
            id="raw-data"
            label={t('rawData.title')}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => String(id)}
            state={records}
            empty={{
              title: t('rawData.empty'),
              text: t(isLive ? 'rawData.emptyLive' : 'rawData.emptyText'),
            }}
            selected={raw.address.record ?? null}
            onSelect={({ id }) => setAddress({ record: String(id) })}
          />
        )}
      </div>
      {!isLive && (shown?.count ?? 0) > 0 && (
        <Pager
          page={raw.page}
          pageSize={raw.pageSize}
          count={shown?.count ?? 0}
          isLimit={!raw.isFrames && records.data?.count_is_limit === true}
          onPage={(page) => setAddress({ page: String(page), record: undefined })}
          onPageSize={(pageSize) =>
            setAddress({ pageSize: String(pageSize), page: undefined, record: undefined })
          }
        />
      )}
      {openedFrame !== undefined && (
        <FramePanel
          key={openedFrame.id}
          frame={openedFrame}
          onClose={() => setAddress({ record: undefined })}
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
