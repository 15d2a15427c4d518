import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cx, look, stack } from '../../ui/look/look.ts';
import { CameraCell, toldState } from './camera-cell.tsx';
import { CameraStrip } from './camera-strip.tsx';
import { frameSize } from './media/frame-element.ts';
import type { SocketPosition } from './media/live-socket.ts';
import { canPlayLive } from './media/video-live-media-support.ts';
import styles from './pictures.module.css';
import { useStill } from './still/use-still.tsx';
import { useFrames } from './use-frames.ts';
import { useLoadingMessage } from './use-loading-message.ts';
import { useModes } from './use-modes.ts';
import type { Fault } from './use-polls.ts';
import { useSources } from './use-sources.ts';
import { type Keys, toolBox, useSwitches, useToolKeys } from './use-tool-box.ts';
import { FactsPanel } from './video-live-facts.tsx';
import type { VideoItem } from './video-live-items.ts';
import { type LiveSession, modesOf } from './video-live-modes.ts';
import { Tools } from './video-live-tools.tsx';

/** The message over the video: loading until video arrives, and errors. */
function Messages({
  isLoading,
  fault,
}: {
  readonly isLoading: boolean;
  readonly fault: Fault | null;
}) {
  const { t } = useTranslation();
  // An error replaces the loading message.
  const loading = useLoadingMessage(isLoading && fault === null);
  return (
    <div className={cx(stack({ gap: 2, items: 'center' }), styles.watchMessages)}>
      <p
        data-part={loading === null ? undefined : 'watch-loading'}
        role="status"
        className={loading === null ? undefined : styles.watchLoading}
      >
        {loading !== null && t(loading)}
      </p>
      <p role="alert" className={fault === null ? undefined : styles.watchFault}>
        {fault !== null && t(fault)}
      </p>
    </div>
  );
}

interface WatchProps {
  readonly vehicle: { readonly id: number; readonly registration: string };
  readonly session: LiveSession;
  readonly ticket: () => Promise<LiveSession>;
  readonly onReply: (items: readonly VideoItem[]) => void;
  readonly onPosition: (position: SocketPosition) => void;
  readonly onEnd: (reason: string) => void;
  readonly onKeys: (keys: Keys | null) => void;
}

/**
 * The video of a session: a main camera, thumbnails of all, tools (requirements F-04 to F-06).
 *
 * @param onKeys registers the key handler while this is shown
 */
export function Watch({
  vehicle,
  session,
  ticket,
  onReply,
  onPosition,
  onEnd,
  onKeys,
}: WatchProps) {
  const { t } = useTranslation();
  const { cameras } = session;
  const stage = useRef<HTMLDivElement>(null);
  const [main, setMain] = useState(cameras[0]?.camera ?? 1);
  const { mode, notice, choose, fail } = useModes(session);
  const [switches, toggle] = useSwitches(mode);
  const { shown, onPicture, onElement, elementOf } = useFrames(mode);
  const { urls, queues, stream, fault, hasSound, onSound } = useSources({
    vehicleId: vehicle.id,
    session,
    ticket,
    mode,
    main,
    isAlone: switches.isBest && !switches.isGrid,
    isPaused: switches.isPaused,
    onReply,
    onPosition,
    onModeFailure: fail,
    onEnd,
  });
  const nameOfMain = cameras.find(({ camera }) => camera === main)?.name ?? String(main);
  const { take, dialog } = useStill();
  const box = toolBox({
    modes: modesOf(session, canPlayLive()),
    mode,
    onMode: choose,
    switches,
    toggle,
    hasSound,
    onSound,
    stage,
    onStill: () => {
      const of = { vehicle, camera: main, cameraName: nameOfMain, takenAtMs: Date.now() };
      take(elementOf(main), of);
    },
  });
  useToolKeys(box, cameras, setMain, onKeys);

  return (
    <div className={cx(stack({ minWidth: 0, minHeight: 0 }), styles.watchPictures)}>
      <div
        data-part="watch-stage"
        ref={stage}
        className={switches.isGrid ? cx(styles.watchStage, styles['is-grid']) : styles.watchStage}
        data-mode={mode}
        data-playing={shown.has(main)}
      >
        {cameras.map((camera) => (
          <CameraCell
            key={`${mode} ${camera.camera}`}
            camera={camera}
            mode={mode}
            isMain={camera.camera === main}
            url={urls.get(camera.camera) ?? null}
            queue={queues.of(camera.camera)}
            stream={stream}
            onPicture={onPicture}
            onElement={onElement}
          />
        ))}
        {switches.hasFacts && (
          <FactsPanel
            read={() => (mode === 'live' ? stream.factsOf(main) : null)}
            size={() => frameSize(elementOf(main))}
          />
        )}
        <Messages isLoading={shown.size === 0} fault={fault} />
      </div>
      {notice !== null && (
        <p
          className={look({ paddingY: 2, paddingX: 4, tone: 'warn', ground: 'warn' })}
          role="status"
        >
          {t(notice)}
        </p>
      )}
      <Tools box={box} />
      <CameraStrip
        cameras={cameras}
        main={main}
        toldOf={(camera) => (mode === 'live' ? toldState(stream, camera) : null)}
        elementOf={elementOf}
        onChoose={setMain}
      />
      {dialog}
    </div>
  );
}
