import { formatBytes } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { served } from '../../api/bases.ts';
import { addressOf, api, pathOf } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { useLocale } from '../../ui/display.ts';
import { saveFrom } from '../../ui/download-menu/save-report.ts';
import { cx, stack } from '../../ui/look/look.ts';
import { Popover } from '../../ui/popover/popover.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './clip-menus.module.css';
import type { Clip } from './clip-state.ts';
import { useClipActions, useMayWrite } from './use-clip-actions.ts';

const DATA_FORMATS = ['gpx', 'csv'] as const;

/** File name of the clip. */
const nameOf = ({ registration, start }: Clip) =>
  `${registration.replaceAll(/[^\w-]+/g, '_')}_${start.slice(0, 19).replaceAll(':', '')}`;

function useStorageState() {
  return useQuery({
    queryKey: ['video-storage'],
    staleTime: 60_000,
    queryFn: ({ signal }) => api.videoRecorded.storage({ signal, quiet: true }),
  });
}

/** Downloads of a ready clip: an MP4 per camera, the same with data overlay, and the data. */
export function ClipDownloads({
  clip,
  nameOfCamera,
}: {
  readonly clip: Clip;
  readonly nameOfCamera: (camera: number) => string;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const actions = useClipActions(clip);
  const mayWrite = useMayWrite();
  const canBurnIn = useStorageState().data?.can_burn_in === true;
  const saveData = (format: (typeof DATA_FORMATS)[number]) => {
    const address = addressOf(pathOf('videoRecorded', 'data'), {
      params: { id: clip.id },
      query: { format },
    });
    saveFrom(address, `${nameOf(clip)}.${format}`).catch((error) =>
      toast.error((error as Error).message),
    );
  };
  return (
    <Popover label={t('historic.download')} button={t('historic.download')}>
      {(close) => (
        <div className={cx(stack({ padding: 2 }), styles.clipDownloads)}>
          {clip.files.map((file) => (
            <a
              key={file.URL}
              href={served(file.download_URL)}
              download={`${nameOf(clip)}_${file.camera}.mp4`}
              onClick={close}
            >
              <strong>
                {t(`historic.file.${file.kind}`, { camera: nameOfCamera(file.camera) })}
              </strong>
              <span>{formatBytes(file.size, locale)}</span>
            </a>
          ))}
          {DATA_FORMATS.map((format) => (
            <Button
              kind="bare"
              key={format}
              onClick={() => {
                close();
                saveData(format);
              }}
            >
              <strong>{format.toUpperCase()}</strong>
              <span>{t('historic.dataBeside')}</span>
            </Button>
          ))}
          {mayWrite && canBurnIn && clip.burnt_in !== 'ready' && (
            <Button
              kind="bare"
              disabled={clip.burnt_in === 'making' || actions.isBusy}
              onClick={() => {
                close();
                void actions.burnIn();
              }}
            >
              <strong>
                {t(clip.burnt_in === 'making' ? 'historic.burning' : 'historic.burnIn')}
              </strong>
              <span>{t('historic.burnInHint')}</span>
            </Button>
          )}
        </div>
      )}
    </Popover>
  );
}
