import { useCallback, useEffect, useRef, useState } from 'react';
import type { FeedFacts, LiveFeed } from '../../../widgets/video/live-feed.ts';
import type { LiveFrame } from '../../../widgets/video/live-frames.ts';
import {
  type CameraState,
  type Choice,
  LiveSocket,
  type SocketPosition,
} from '../../../widgets/video/live-socket.ts';
import type { SoundOut } from '../../../widgets/video/sound-out.ts';
import { canPlayCodec } from '../../../widgets/video/support.ts';
import type { LiveSession } from './modes.ts';

/** Where a session's socket is, as the page was loaded: by TLS or not. */
export function socketAddress(sessionId: number): string {
  const url = new URL(`/video-evidence/api/live_sessions/${sessionId}/socket/`, location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  return url.href;
}

export interface LiveStream {
  /** `lost` while the server is tried again; null before it was reached. */
  readonly link: 'open' | 'lost' | null;
  readonly states: ReadonlyMap<number, CameraState>;
  /** Gives a camera's player its messages. */
  readonly setFeed: (camera: number, feed: LiveFeed | null) => void;
  /** Its player cannot play it. */
  readonly cannotPlay: (camera: number) => void;
  readonly factsOf: (camera: number) => (FeedFacts & { readonly lostPackets: number }) | null;
}

/** The really live mode: one socket for all cameras, each with its player's feed. */
export function useLiveStream(options: {
  readonly isOn: boolean;
  readonly choice: Choice;
  readonly ticket: () => Promise<LiveSession>;
  readonly sound: SoundOut | null;
  readonly onPosition: (position: SocketPosition) => void;
  readonly onUnreachable: () => void;
  readonly onEnd: () => void;
}): LiveStream {
  const { isOn, choice } = options;
  const latest = useRef(options);
  latest.current = options;
  const socket = useRef<LiveSocket | null>(null);
  const feeds = useRef(new Map<number, LiveFeed>());
  const inits = useRef(new Map<number, LiveFrame>());
  const lost = useRef(new Map<number, number>());
  const [link, setLink] = useState<LiveStream['link']>(null);
  const [states, setStates] = useState<ReadonlyMap<number, CameraState>>(new Map());

  const setState = useCallback((camera: number, state: CameraState) => {
    setStates((before) =>
      before.get(camera) === state ? before : new Map(before).set(camera, state),
    );
  }, []);
  const cannotPlay = useCallback((camera: number) => setState(camera, 'unsupported'), [setState]);
  const setFeed = useCallback((camera: number, feed: LiveFeed | null) => {
    if (feed === null) return void feeds.current.delete(camera);
    feeds.current.set(camera, feed);
    const init = inits.current.get(camera);
    if (init !== undefined) feed.take(init);
  }, []);

  useEffect(() => {
    if (!isOn) return;
    setLink(null);
    setStates(new Map());
    const opened = new LiveSocket(
      async () => {
        const { id, ticket } = await latest.current.ticket();
        return { url: socketAddress(id), ticket };
      },
      latest.current.choice,
      {
        link: setLink,
        // What this browser cannot decode stays so, whatever the camera does.
        camera: (camera, state) =>
          setStates((before) =>
            before.get(camera) === 'unsupported' ? before : new Map(before).set(camera, state),
          ),
        frame: (frame) => {
          if (frame.kind === 'pcm' || frame.kind === 'aac') {
            const { sound, choice: now } = latest.current;
            if (frame.camera === now.sound) sound?.take(frame);
            return;
          }
          if (frame.kind === 'init') {
            if (!canPlayCodec(frame.codec)) return cannotPlay(frame.camera);
            inits.current.set(frame.camera, frame);
          }
          feeds.current.get(frame.camera)?.take(frame);
        },
        position: (position) => latest.current.onPosition(position),
        lost: (camera, packets) => void lost.current.set(camera, packets),
        end: () => latest.current.onEnd(),
        failed: () => latest.current.onUnreachable(),
      },
    );
    socket.current = opened;
    const known = inits.current;
    return () => {
      opened.close();
      socket.current = null;
      known.clear();
    };
  }, [isOn, cannotPlay]);

  useEffect(() => socket.current?.choose(choice), [choice]);

  const factsOf = useCallback((camera: number) => {
    const facts = feeds.current.get(camera)?.facts();
    return facts === undefined ? null : { ...facts, lostPackets: lost.current.get(camera) ?? 0 };
  }, []);
  return { link, states, setFeed, cannotPlay, factsOf };
}
