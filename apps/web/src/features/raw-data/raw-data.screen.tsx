import { useTranslation } from 'react-i18next';
import { Pager } from '../../ui/data-table/pager.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { FramePanel } from './frame-panel.tsx';
import { FramesTable } from './frames-table.tsx';
import { RawDataTools } from './raw-data-tools.tsx';
import { RecordPanel } from './record-panel.tsx';
import { RecordsTable } from './records-table.tsx';
import { useRawData } from './use-raw-data.ts';
import '../../ui/resource/resource.css';

/**
 * Screen /administration/raw-data: data from one device, live or in a period (requirement O-22).
 */
export function RawDataScreen() {
  const { t } = useTranslation();
  const raw = useRawData();
  const { setAddress, records, isLive } = raw;
  const shown = raw.isFrames ? raw.frames.data : records.data;
  const opened = raw.isFrames
    ? undefined
    : records.data?.results.find(({ id }) => String(id) === raw.address.record);
  const openedFrame = raw.isFrames
    ? raw.frames.data?.results.find(({ id }) => id === raw.address.record)
    : undefined;
  return (
    <div data-part="raw-data" className="resource">
      <header className="resource-head">
        <PageTitle title={t('rawData.title')} />
        <RawDataTools raw={raw} />
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
          <RecordsTable raw={raw} />
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
