import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { cx, stack } from '../../ui/look/look.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { ClipView } from './clip-view.tsx';
import styles from './historic.module.css';
import { useActiveDevices } from './request/use-active-devices.ts';
import { useClip, type useClips } from './use-clips.ts';

/** The clip in the URL, with its neighbours in the list; or an error if it does not exist. */
export function OpenClip({
  id,
  found: { clips, open },
}: {
  readonly id: number;
  readonly found: ReturnType<typeof useClips>;
}) {
  const { t } = useTranslation();
  const { devices } = useActiveDevices();
  const at = clips.findIndex((one) => one.id === id);
  const query = useClip(id, clips[at]);
  const clip = query.data;
  const cameras = devices.find(({ vehicle }) => vehicle === clip?.vehicle)?.cameras;
  const nameOfCamera = (camera: number) =>
    cameras?.find((known) => known.camera === camera)?.name ??
    t('historic.cameraNumber', { number: camera });
  return (
    <div className={cx(stack({ columns: 'one', height: 'full' }), styles.historic, styles.hasClip)}>
      <PageTitle title={t('historic.title')} isHidden />
      {clip === undefined ? (
        <div className="table-message" role={query.isError ? 'alert' : 'status'}>
          <strong>{query.isError ? t('historic.notFound') : t('historic.loading')}</strong>
          {query.isError && <p>{query.error.message}</p>}
          <Button onClick={() => open(null)}>{t('historic.back')}</Button>
        </div>
      ) : (
        <ClipView
          key={clip.id}
          clip={clip}
          newer={clips[at - 1]}
          older={at < 0 ? undefined : clips[at + 1]}
          nameOfCamera={nameOfCamera}
          onOpen={open}
          onRefetch={async () => (await query.refetch()).data}
        />
      )}
    </div>
  );
}
