import type { TracePoint } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { useDisplay } from '../../ui/display.ts';
import { later } from '../../ui/later/later.tsx';
import { cx, look } from '../../ui/look/look.ts';
import type { Signal } from '../../ui/signal.ts';
import { usePlatformConfig } from '../../ui/use-platform-config.ts';
import styles from './clip-view.module.css';
import type { ClipPlayback } from './player/clip-playback.ts';
import type { useClipTrail } from './use-clip-trail.ts';

// The map library is ten times the size of the player.
const { Part: ClipMap } = later(async () => (await import('./clip-map.tsx')).default);

const MAP_NOTE = cx(
  look({
    paddingY: 2,
    paddingX: 3,
    size: 'small',
    ground: 'raised',
    border: 'line',
    radius: 'medium',
    shadow: 'low',
  }),
  styles.clipMapNote,
);

/**
 * The trail of a clip on the map, or a note that there is none.
 *
 * @param isUnderWay false until the video has begun, which loads first
 */
export function ClipMapPane({
  trail,
  playback,
  hover,
  isUnderWay,
}: {
  readonly trail: ReturnType<typeof useClipTrail>;
  readonly playback: ClipPlayback;
  readonly hover: Signal<TracePoint | null>;
  readonly isUnderWay: boolean;
}) {
  const { t } = useTranslation();
  const display = useDisplay();
  const { data: config } = usePlatformConfig();
  return (
    <div
      data-part="clip-map"
      className={cx(look({ relative: true, minHeight: 0, borderLeft: true }), styles.clipMap)}
    >
      {config !== undefined && isUnderWay && (
        <ClipMap
          basemap={config.map}
          display={display}
          trail={trail}
          playback={playback}
          hover={hover}
        />
      )}
      {trail.query.isError && (
        <p className={MAP_NOTE} role="alert">
          {t('historic.noTrail')}
        </p>
      )}
      {trail.query.isSuccess && trail.points.length === 0 && (
        <p className={MAP_NOTE}>{t('historic.emptyTrail')}</p>
      )}
    </div>
  );
}
