import { useEffect, useMemo, useState } from 'react';
import { usePlatformConfig } from '../../ui/use-platform-config.ts';
import type { SocketPosition } from './media/live-socket.ts';
import { useAudio } from './use-audio.ts';
import { type LiveStream, useLiveStream } from './use-live-stream.ts';
import { type ChunkQueues, type Fault, useChunks, useSnapshots } from './use-polls.ts';
import type { VideoItem } from './video-live-items.ts';
import type { LiveMode, LiveSession, ModeFailure } from './video-live-modes.ts';

/** The sources of the video, and their status. */
export interface Sources {
  readonly urls: ReadonlyMap<number, string>;
  readonly queues: ChunkQueues;
  readonly stream: LiveStream;
  readonly fault: Fault | null;
  readonly hasSound: boolean;
  readonly onSound: () => void;
}

/** The source of the active mode; the others are inactive. */
export function useSources(options: {
  readonly vehicleId: number;
  readonly session: LiveSession;
  readonly ticket: () => Promise<LiveSession>;
  readonly mode: LiveMode;
  readonly main: number;
  /** Loads only the main camera. */
  readonly isAlone: boolean;
  readonly isPaused: boolean;
  readonly onReply: (items: readonly VideoItem[]) => void;
  readonly onPosition: (position: SocketPosition) => void;
  readonly onModeFailure: (failure: ModeFailure) => void;
  readonly onEnd: (reason: string) => void;
}): Sources {
  const { vehicleId, session, mode, main, isAlone, isPaused, onReply, onModeFailure } = options;
  const { cameras } = session;
  const config = usePlatformConfig();
  const [fault, setFault] = useState<Fault | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: errors of one mode do not apply to another
  useEffect(() => setFault(null), [mode]);
  const poll = {
    vehicleId,
    videoHost: config.data?.bases.video_host ?? '',
    onReply,
    onFault: setFault,
  };
  const urls = useSnapshots({ ...poll, isOn: mode === 'snapshots' && !isPaused });
  const queues = useChunks({ ...poll, isOn: mode === 'chunks' });
  const { sound, toggle } = useAudio(mode === 'live');
  const hasSound = sound !== null;
  const choice = useMemo(
    () => ({
      cameras: isAlone ? [main] : cameras.map(({ camera }) => camera),
      main,
      sound: hasSound ? main : null,
    }),
    [isAlone, main, cameras, hasSound],
  );
  const stream = useLiveStream({
    isOn: mode === 'live',
    vehicleId,
    session,
    choice,
    ticket: options.ticket,
    sound,
    onPosition: options.onPosition,
    onReply,
    onUnreachable: () => onModeFailure('unreachable'),
    onEnd: options.onEnd,
  });
  const cannotShow = mode === 'live' && stream.states.get(main) === 'unsupported';
  useEffect(() => {
    if (cannotShow) onModeFailure('unsupported');
  }, [cannotShow, onModeFailure]);
  return { urls, queues, stream, fault, hasSound, onSound: toggle };
}
