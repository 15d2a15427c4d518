import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { useDisplay } from '../../../shell/display.ts';
import type { LiveVehicle } from '../../../shell/live-video.tsx';
import { saveFile } from '../../../widgets/download-menu/save-report.ts';
import type { SocketPosition } from '../../../widgets/video/live-socket.ts';
import {
  type PictureElement,
  pictureSize,
  stillOf,
} from '../../../widgets/video/picture-element.ts';
import { canPlayLive } from '../../../widgets/video/support.ts';
import { CameraCell } from './camera-cell.tsx';
import { CameraStrip } from './camera-strip.tsx';
import { FactsPanel } from './facts.tsx';
import { placeOf, type VideoItem } from './items.ts';
import { type LiveSession, modesOf } from './modes.ts';
import { type ToolBox, Tools, toolsOf } from './tools.tsx';
import { grown, type LiveTrail } from './trail.ts';
import { useLiveStream } from './use-live-stream.ts';
import { useLoadingMessage } from './use-loading-message.ts';
import { useModes } from './use-modes.ts';
import { type Fault, useChunks, useSnapshots } from './use-polls.ts';
import { useSound } from './use-sound.ts';

const LiveMap = lazy(() => import('./live-map.tsx'));

/** What the dialog hears keys by. */
export type Keys = (key: string) => boolean;

/**
 * The pictures of a session beside the map: a main camera, thumbnails of all, tools (area F).
 *
 * @param onKeys says what runs a key while this is shown
 */
export function Watch({
  vehicle,
  session,
  ticket,
  trail,
  onTrail,
  onEnd,
  onKeys,
}: {
  readonly vehicle: LiveVehicle;
  readonly session: LiveSession;
  readonly ticket: () => Promise<LiveSession>;
  readonly trail: LiveTrail;
  readonly onTrail: (change: (before: LiveTrail) => LiveTrail) => void;
  readonly onEnd: () => void;
  readonly onKeys: (keys: Keys | null) => void;
}) {
  const { t } = useTranslation();
  const { unit } = useDisplay();
  const config = useQuery({
    queryKey: ['config'],
    queryFn: () => api.platform.config(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { cameras } = session;
  const { mode, notice, choose, fail } = useModes(session);
  const [main, setMain] = useState(cameras[0]?.camera ?? 1);
  const [isGrid, setIsGrid] = useState(false);
  const [isBest, setIsBest] = useState(false);
  const [isPaused, setIsPaused] = useState(false);
  const [hasFacts, setHasFacts] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const [shown, setShown] = useState<ReadonlySet<number>>(new Set());
  const stage = useRef<HTMLDivElement>(null);
  const elements = useRef(new Map<number, PictureElement>());
  const { sound, toggle: toggleSound } = useSound(mode === 'live');

  // Another mode begins from nothing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mode is what it depends on
  useEffect(() => {
    setShown(new Set());
    setFault(null);
    setIsPaused(false);
  }, [mode]);

  const onReply = useCallback(
    (items: readonly VideoItem[]) => {
      const place = placeOf(items);
      if (place !== null) onTrail((before) => grown(before, place.point, place.isMoving));
    },
    [onTrail],
  );
  const onPosition = useCallback(
    ({ latitude, longitude, heading, moving, at }: SocketPosition) => {
      const point = {
        latitudeDeg: latitude,
        longitudeDeg: longitude,
        directionDeg: heading,
        timeMs: Date.parse(at),
      };
      onTrail((before) => grown(before, point, moving));
    },
    [onTrail],
  );
  const poll = {
    vehicleId: vehicle.id,
    videoHost: config.data?.bases.video_host ?? '',
    onReply,
    onFault: setFault,
  };
  const urls = useSnapshots({ ...poll, isOn: mode === 'snapshots' && !isPaused });
  const queues = useChunks({ ...poll, isOn: mode === 'chunks' });
  const isAlone = isBest && !isGrid;
  const hears = sound !== null;
  const choice = useMemo(
    () => ({
      cameras: isAlone ? [main] : cameras.map(({ camera }) => camera),
      main,
      sound: hears ? main : null,
    }),
    [isAlone, main, cameras, hears],
  );
  const stream = useLiveStream({
    isOn: mode === 'live',
    choice,
    ticket,
    sound,
    onPosition,
    onUnreachable: () => fail('unreachable'),
    onEnd,
  });
  const cannotShow = mode === 'live' && stream.states.get(main) === 'unsupported';
  useEffect(() => {
    if (cannotShow) fail('unsupported');
  }, [cannotShow, fail]);

  const loading = useLoadingMessage(shown.size === 0);
  const onPicture = useCallback((camera: number) => {
    setShown((before) => (before.has(camera) ? before : new Set(before).add(camera)));
    setFault(null);
  }, []);
  const onElement = useCallback((camera: number, element: PictureElement | null) => {
    if (element === null) elements.current.delete(camera);
    else elements.current.set(camera, element);
  }, []);
  const elementOf = useCallback((camera: number) => elements.current.get(camera) ?? null, []);

  const saveStill = async () => {
    const still = await stillOf(elementOf(main));
    const name = cameras.find(({ camera }) => camera === main)?.name ?? String(main);
    const time = new Date().toISOString().slice(0, 19).replace(/:/g, '-');
    if (still !== null) saveFile(still, `${vehicle.registration} ${name} ${time}.jpg`);
  };
  const box: ToolBox = {
    modes: modesOf(session, canPlayLive()),
    mode,
    onMode: choose,
    isPaused,
    onPause: () => setIsPaused((before) => !before),
    isGrid,
    onGrid: () => setIsGrid((before) => !before),
    isBest,
    onBest: () => setIsBest((before) => !before),
    hasSound: hears,
    onSound: toggleSound,
    hasFacts,
    onFacts: () => setHasFacts((before) => !before),
    onStill: () => void saveStill(),
    onFullScreen: () => {
      if (document.fullscreenElement !== null) void document.exitFullscreen();
      else void stage.current?.requestFullscreen();
    },
  };
  const tools = useRef(box);
  tools.current = box;
  useEffect(() => {
    onKeys((key) => {
      const camera = cameras.find((one) => String(one.camera) === key);
      if (camera !== undefined) setMain(camera.camera);
      const tool = toolsOf(tools.current).find((one) => one.key === key);
      tool?.run();
      return camera !== undefined || tool !== undefined;
    });
    return () => onKeys(null);
  }, [onKeys, cameras]);

  return (
    <div className="watch-body">
      <div className="watch-pictures">
        <div
          ref={stage}
          className={isGrid ? 'watch-stage is-grid' : 'watch-stage'}
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
          {hasFacts && (
            <FactsPanel
              read={() => (mode === 'live' ? stream.factsOf(main) : null)}
              size={() => pictureSize(elementOf(main))}
            />
          )}
          <div className="watch-messages">
            <p role="status" className={loading === null ? undefined : 'watch-loading'}>
              {loading !== null && t(loading)}
            </p>
            <p role="alert" className={fault === null ? undefined : 'watch-fault'}>
              {fault !== null && t(fault)}
            </p>
          </div>
        </div>
        {notice !== null && (
          <p className="watch-notice" role="status">
            {t(notice)}
          </p>
        )}
        <Tools box={box} />
        <CameraStrip cameras={cameras} main={main} elementOf={elementOf} onChoose={setMain} />
      </div>
      <Suspense fallback={<div className="watch-map" />}>
        <LiveMap
          trail={trail}
          start={vehicle.place ?? null}
          styleUrl={config.data?.map.style_url ?? null}
          unit={unit}
        />
      </Suspense>
    </div>
  );
}
