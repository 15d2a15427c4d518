import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LiveVehicle } from '../../../shell/live-video.tsx';
import { newTrail } from './trail.ts';
import { useLiveSession } from './use-live-session.ts';
import { type Keys, Watch } from './watch.tsx';
import './live.css';

/**
 * Live video of a vehicle beside its trail on the map (requirements F-01 to F-31). Whatever closes it
 * ends the session.
 */
export function LiveDialog({
  vehicle,
  onClose,
}: {
  readonly vehicle: LiveVehicle;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const keys = useRef<Keys | null>(null);
  const { state, restart, ended, ticket } = useLiveSession(vehicle.id);
  const [trail, setTrail] = useState(() => newTrail(vehicle.place?.headingDeg ?? 0));
  const { isMoving } = trail;

  useEffect(() => {
    dialog.current?.showModal();
    dialog.current?.focus();
  }, []);

  const onKeys = useCallback((next: Keys | null) => {
    keys.current = next;
  }, []);
  const onKeyDown = (event: React.KeyboardEvent) => {
    // The keys of the screen below rest while this is open.
    event.stopPropagation();
    const isText = (event.target as HTMLElement).closest('select, input, .base-map') !== null;
    if (isText || event.ctrlKey || event.metaKey || event.altKey) return;
    if (keys.current?.(event.key) === true) event.preventDefault();
  };
  const stop = () => dialog.current?.close();

  return (
    <dialog
      ref={dialog}
      className="live-video"
      aria-labelledby={titleId}
      tabIndex={-1}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <header>
        <h2 id={titleId}>
          {t('liveVideo.title')} <span className="watch-registration">{vehicle.registration}</span>
        </h2>
        <p role="status" className={`watch-moving ${isMoving === true ? 'is-moving' : ''}`}>
          {isMoving !== null && t(isMoving ? 'liveVideo.moving' : 'liveVideo.stationary')}
        </p>
        <button type="button" className="button watch-stop" onClick={stop}>
          {t('liveVideo.stop')}
        </button>
      </header>
      {state.status === 'starting' && (
        <div className="watch-wait">
          <p role="status">{t('liveVideo.connecting')}</p>
        </div>
      )}
      {state.status === 'failed' && (
        <div className="watch-wait">
          <p role="alert">{t('liveVideo.couldNotConnect')}</p>
          {state.detail !== null && <p>{state.detail}</p>}
          <button type="button" className="button primary" onClick={restart}>
            {t('action.retry')}
          </button>
        </div>
      )}
      {state.status === 'ended' && (
        <div className="watch-wait">
          <p role="status">{t('liveVideo.ended')}</p>
          <button type="button" className="button primary" onClick={restart}>
            {t('liveVideo.again')}
          </button>
        </div>
      )}
      {state.status === 'open' && (
        <Watch
          vehicle={vehicle}
          session={state.session}
          ticket={ticket}
          trail={trail}
          onTrail={setTrail}
          onEnd={ended}
          onKeys={onKeys}
        />
      )}
    </dialog>
  );
}
