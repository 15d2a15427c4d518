import { useCallback, useEffect, useRef, useState } from 'react';
import { served } from '../../api/bases.ts';
import { api } from '../../api/client.ts';
import type { AudioOutput } from './media/audio-output.ts';
import type { FeedFacts, LiveFeed } from './media/live-feed.ts';
import type { LiveFrame } from './media/live-frames.ts';
import {
  type CameraState,
  type Choice,
  LiveSocket,
  type SocketPosition,
} from './media/live-socket.ts';
import { LiveSource } from './media/live-source.ts';
import { canPlayCodec } from './media/video-live-media-support.ts';
import { pollInTurn } from './poll-in-turn.ts';
import type { VideoItem } from './video-live-items.ts';
import type { LiveSession } from './video-live-modes.ts';

/** Plain HTTP has no positions; the list of chunks has them, every 10 s. */
const PLACES_EVERY_MS = 10_000;

/** URL of a session's socket, with or without TLS like the page. */
export function socketAddress(sessionId: number): string {
  const path = `/video-evidence/api/live_sessions/${sessionId}/socket/`;
  const url = new URL(served(path), location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  return url.href;
}

type Link = 'open' | 'lost' | null;

export interface LiveStream {
  /** `lost` while reconnecting; null before the first connection. */
  readonly link: Link;
  readonly states: ReadonlyMap<number, CameraState>;
  /** Registers the feed of a camera's player. */
  readonly setFeed: (camera: number, feed: LiveFeed | null) => void;
  /** The player cannot play the stream. */
  readonly cannotPlay: (camera: number) => void;
  readonly factsOf: (camera: number) => (FeedFacts & { readonly lostPackets: number }) | null;
}

interface StreamOptions {
  readonly isOn: boolean;
  readonly vehicleId: number;
  readonly session: LiveSession;
  readonly choice: Choice;
  readonly ticket: () => Promise<LiveSession>;
  readonly sound: AudioOutput | null;
  readonly onPosition: (position: SocketPosition) => void;
  readonly onReply: (items: readonly VideoItem[]) => void;
  readonly onUnreachable: () => void;
  /** @param reason `session`: ended by the server */
  readonly onEnd: (reason: string) => void;
}

/** The players' feeds, and the last state of each camera. */
function useFeeds() {
  const feeds = useRef(new Map<number, LiveFeed>());
  const inits = useRef(new Map<number, LiveFrame>());
  const lost = useRef(new Map<number, number>());
  const [states, setStates] = useState<ReadonlyMap<number, CameraState>>(new Map());
  // A codec that this browser cannot decode stays unsupported in any state.
  const setState = useCallback((camera: number, state: CameraState) => {
    setStates((before) => {
      const is = before.get(camera);
      return is === state || is === 'unsupported' ? before : new Map(before).set(camera, state);
    });
  }, []);
  const cannotPlay = useCallback((camera: number) => setState(camera, 'unsupported'), [setState]);
  const setFeed = useCallback((camera: number, feed: LiveFeed | null) => {
    if (feed === null) {
      feeds.current.delete(camera);
      return;
    }
    feeds.current.set(camera, feed);
    const init = inits.current.get(camera);
    if (init !== undefined) feed.take(init);
  }, []);
  const take = useCallback(
    (frame: LiveFrame) => {
      if (frame.kind === 'init') {
        if (!canPlayCodec(frame.codec)) return cannotPlay(frame.camera);
        inits.current.set(frame.camera, frame);
      }
      feeds.current.get(frame.camera)?.take(frame);
    },
    [cannotPlay],
  );
  const factsOf = useCallback((camera: number) => {
    const facts = feeds.current.get(camera)?.facts();
    return facts === undefined ? null : { ...facts, lostPackets: lost.current.get(camera) ?? 0 };
  }, []);
  const setLost = useCallback(
    (camera: number, packets: number) => void lost.current.set(camera, packets),
    [],
  );
  const reset = useCallback(() => {
    inits.current.clear();
    setStates(new Map());
  }, []);
  return { states, setState, cannotPlay, setFeed, take, factsOf, setLost, reset };
}

/**
 * Live mode: one socket for all cameras, each with its player's feed. If no socket can connect,
 * the main camera is loaded over plain HTTP (requirement F-42).
 */
export function useLiveStream(options: StreamOptions): LiveStream {
  const { isOn, choice, vehicleId, session } = options;
  const latest = useRef(options);
  latest.current = options;
  const socket = useRef<LiveSocket | null>(null);
  const { states, setState, cannotPlay, setFeed, take, factsOf, setLost, reset } = useFeeds();
  const [link, setLink] = useState<Link>(null);
  const [way, setWay] = useState<'socket' | 'http'>('socket');

  useEffect(() => {
    if (!isOn || way !== 'socket') return;
    setLink(null);
    const opened = new LiveSocket(
      async () => {
        const { id, ticket } = await latest.current.ticket();
        return { url: socketAddress(id), ticket };
      },
      latest.current.choice,
      {
        link: setLink,
        camera: setState,
        frame: (frame) => {
          const { sound, choice: now } = latest.current;
          if (frame.kind === 'init' || frame.kind === 'fragment') take(frame);
          else if (frame.camera === now.sound) sound?.take(frame);
        },
        position: (position) => latest.current.onPosition(position),
        lost: setLost,
        end: (reason) => latest.current.onEnd(reason),
        failed: () => setWay('http'),
      },
    );
    socket.current = opened;
    return () => {
      opened.close();
      socket.current = null;
      reset();
    };
  }, [isOn, way, setState, take, setLost, reset]);

  useEffect(() => socket.current?.choose(choice), [choice]);

  // Browsers limit connections per server: only the main camera.
  const { main } = choice;
  const source = session.cameras.find(({ camera }) => camera === main)?.source ?? null;
  useEffect(() => {
    if (!isOn || way !== 'http') return;
    if (source === null) return latest.current.onUnreachable();
    const opened = new LiveSource(main, source, {
      link: setLink,
      frame: take,
      failed: () => latest.current.onUnreachable(),
    });
    return () => {
      opened.close();
      reset();
    };
  }, [isOn, way, main, source, take, reset]);
  useEffect(() => {
    if (!isOn || way !== 'http') return;
    return pollInTurn({
      ask: (signal) =>
        api.videoLive.chunks({ params: { vehicle: vehicleId }, signal, quiet: true }),
      pause: { everyMs: PLACES_EVERY_MS },
      onAnswer: (items) => latest.current.onReply(items),
      onFailure: () => undefined,
    });
  }, [isOn, way, vehicleId]);

  return { link, states, setFeed, cannotPlay, factsOf };
}
