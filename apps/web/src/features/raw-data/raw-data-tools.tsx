import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { DateRangePicker } from '../../ui/date-range/date-range-picker.tsx';
import { saveFile } from '../../ui/download-menu/save-report.ts';
import { CheckBox } from '../../ui/field/check-box.tsx';
import { framesFile } from './frames-file.ts';
import { TrackerChoice } from './tracker-choice.tsx';
import type { RawData } from './use-raw-data.ts';

/** The filter and the download of frames. */
function FrameTools({ raw }: { readonly raw: RawData }) {
  const { t } = useTranslation();
  const { setAddress } = raw;
  const download = useMutation({
    mutationFn: async () => {
      const { results } = await raw.framesForFile();
      saveFile(framesFile(results), `frames-${raw.tracker?.tracker ?? 'all'}.ndjson`);
    },
  });
  return (
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
  );
}

/** The filters of the raw data: device, live or a period, records or frames. */
export function RawDataTools({ raw }: { readonly raw: RawData }) {
  const { t } = useTranslation();
  const { setAddress, isLive } = raw;
  return (
    <div className="resource-tools">
      <TrackerChoice
        tracker={raw.tracker}
        onChange={(id) => setAddress({ tracker: String(id), page: undefined, record: undefined })}
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
      {raw.isFrames && <FrameTools raw={raw} />}
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
  );
}
