import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { Modal } from '../../ui/dialog.tsx';
import { useDisplay } from '../../ui/display.ts';
import { later } from '../../ui/later/later.tsx';
import { cx, look, stack } from '../../ui/look/look.ts';
import { usePlatformConfig } from '../../ui/use-platform-config.ts';
import type { LiveVehicle } from './open-live-video.tsx';
import styles from './pictures.module.css';
import { type SessionState, useLiveSession } from './use-live-session.ts';
import { useLiveTrail } from './use-live-trail.ts';
import type { Keys } from './use-tool-box.ts';
import { Watch } from './video-live-watch.tsx';

/** Load the map after the video, because creating it blocks the main thread for a moment. */
const MAP_AFTER_MS = 800;

/** Elements with their own keyboard handling, which the tools ignore. */
const HAS_KEYS = 'select, [data-part=watch-map], [data-modal]:not([data-part=live-video])';

const { Part: LiveMap } = later(
  async () => (await import('./live-map.tsx')).default,
  <div
    data-part="watch-map"
    className={cx(look({ relative: true, minHeight: 0, borderLeft: true }), styles.watchMap)}
  />,
);

const PLACEHOLDER = stack({
  gap: 4,
  content: 'center',
  justify: 'center',
  items: 'center',
  padding: 6,
  text: 'center',
});

/** The placeholder without a session: starting, failed or ended. */
function WithoutSession({
  state,
  restart,
}: {
  readonly state: Exclude<SessionState, { status: 'open' }>;
  readonly restart: () => void;
}) {
  const { t } = useTranslation();
  if (state.status === 'starting') {
    return (
      <div className={PLACEHOLDER}>
        <p role="status">{t('liveVideo.connecting')}</p>
      </div>
    );
  }
  const hasFailed = state.status === 'failed';
  return (
    <div className={PLACEHOLDER}>
      <p role={hasFailed ? 'alert' : 'status'}>
        {t(hasFailed ? 'liveVideo.couldNotConnect' : 'liveVideo.ended')}
      </p>
      {hasFailed && state.detail !== null && <p>{state.detail}</p>}
      <Button kind="primary" onClick={restart}>
        {t(hasFailed ? 'action.retry' : 'liveVideo.again')}
      </Button>
    </div>
  );
}

function MovingState({ isMoving }: { readonly isMoving: boolean | null }) {
  const { t } = useTranslation();
  return (
    <p
      role="status"
      className={cx(
        look({ grow: true, tone: 'quiet' }),
        styles.watchMoving,
        isMoving === true && styles['is-moving'],
      )}
    >
      {isMoving !== null && t(isMoving ? 'liveVideo.moving' : 'liveVideo.stationary')}
    </p>
  );
}

/**
 * Live video of a vehicle with its trail on the map (requirements F-01 to F-31). Closing it in any
 * way ends the session.
 */
export function LiveDialog({
  vehicle,
  onClose,
}: {
  readonly vehicle: LiveVehicle;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { unit } = useDisplay();
  const titleId = useId();
  const keys = useRef<Keys | null>(null);
  const { state, restart, ended, ticket } = useLiveSession(vehicle.id);
  const { trail, onReply, onPosition } = useLiveTrail(vehicle.place?.headingDeg ?? 0);
  const config = usePlatformConfig();

  const [hasMap, setHasMap] = useState(false);

  useEffect(() => {
    const timer = setTimeout(() => setHasMap(true), MAP_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const onEnd = useCallback(
    // The server restarted or the session expired: start another one at once.
    (reason: string) => (reason === 'session' ? restart() : ended()),
    [restart, ended],
  );
  const onKeys = useCallback((next: Keys | null) => {
    keys.current = next;
  }, []);
  const onKeyDown = (event: React.KeyboardEvent) => {
    // Disable the keyboard shortcuts of the screen below while this is open.
    event.stopPropagation();
    const isElsewhere = (event.target as HTMLElement).closest(HAS_KEYS) !== null;
    if (isElsewhere || event.ctrlKey || event.metaKey || event.altKey) return;
    if (keys.current?.(event.key) === true) event.preventDefault();
  };

  return (
    <Modal
      data-part="live-video"
      className={styles.liveVideo}
      backdropClassName={styles.liveVideoBackdrop}
      aria-labelledby={titleId}
      startAt="[data-part=live-video]"
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <header>
        <h2 id={titleId}>
          {t('liveVideo.title')}{' '}
          <span className={look({ nowrap: true, numeric: true })}>{vehicle.registration}</span>
        </h2>
        <MovingState isMoving={trail.isMoving} />
        <Button className={styles.watchStop} onClick={onClose}>
          {t('liveVideo.stop')}
        </Button>
      </header>
      <div className={cx(stack({ minHeight: 0 }), styles.watchBody)}>
        {state.status === 'open' ? (
          <Watch
            key={state.session.id}
            vehicle={vehicle}
            session={state.session}
            ticket={ticket}
            onReply={onReply}
            onPosition={onPosition}
            onEnd={onEnd}
            onKeys={onKeys}
          />
        ) : (
          <WithoutSession state={state} restart={restart} />
        )}
        {hasMap ? (
          <LiveMap
            trail={trail}
            start={vehicle.place ?? null}
            basemap={config.data?.map ?? null}
            unit={unit}
          />
        ) : (
          <div
            data-part="watch-map"
            className={cx(
              look({ relative: true, minHeight: 0, borderLeft: true }),
              styles.watchMap,
            )}
          />
        )}
      </div>
    </Modal>
  );
}
