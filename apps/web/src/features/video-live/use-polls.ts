import { useEffect, useMemo, useRef, useState } from 'react';
import { api } from '../../api/client.ts';
import { ChunkQueue } from './media/chunk-queue.ts';
import { pollInTurn } from './poll-in-turn.ts';
import { cameraOf, onVideoHost, type VideoItem } from './video-live-items.ts';

/** Requirement F-12, OP-022. */
const SNAPSHOT_PAUSE_MS = 800;
/** Requirement F-18. */
const CHUNK_EVERY_MS = 10_000;

/** Keys of the texts of requirements F-28 to F-31. */
export type Fault =
  | 'liveVideo.errorGetting'
  | 'liveVideo.timedOut'
  | 'liveVideo.timedOutLater'
  | 'liveVideo.couldNotConnect';

interface PollOptions {
  readonly isOn: boolean;
  readonly vehicleId: number;
  readonly videoHost: string;
  /** The items of a response. */
  readonly onReply: (items: readonly VideoItem[]) => void;
  /** Null: a response arrived without errors. */
  readonly onFault: (fault: Fault | null) => void;
}

const failureOf = (isFirst: boolean): Fault =>
  isFirst ? 'liveVideo.couldNotConnect' : 'liveVideo.timedOutLater';

/** The newest still of each camera, polled (requirements F-12 to F-14, F-29, F-30). */
export function useSnapshots(options: PollOptions): ReadonlyMap<number, string> {
  const { isOn, vehicleId } = options;
  const latest = useRef(options);
  latest.current = options;
  const [urls, setUrls] = useState<ReadonlyMap<number, string>>(new Map());
  useEffect(() => {
    if (!isOn) return;
    return pollInTurn({
      ask: (signal) =>
        api.videoLive.snapshots({ params: { vehicle: vehicleId }, signal, quiet: true }),
      pause: { afterAnswerMs: SNAPSHOT_PAUSE_MS },
      onAnswer: (items) => {
        const { onFault, onReply, videoHost } = latest.current;
        if (!Array.isArray(items)) return onFault('liveVideo.timedOut');
        onFault(null);
        setUrls((before) => {
          const next = new Map(before);
          items.forEach((item, index) => {
            if (item.URL !== undefined)
              next.set(cameraOf(item, index), onVideoHost(videoHost, item.URL));
          });
          return next;
        });
        onReply(items);
      },
      onFailure: (isFirst) => latest.current.onFault(failureOf(isFirst)),
    });
  }, [isOn, vehicleId]);
  return urls;
}

/** The queues of chunks, by camera. */
export class ChunkQueues {
  readonly #queues = new Map<number, ChunkQueue>();

  of(camera: number): ChunkQueue {
    const known = this.#queues.get(camera) ?? new ChunkQueue();
    this.#queues.set(camera, known);
    return known;
  }

  /** Assigns the items of a response to their queues. */
  add(items: readonly VideoItem[], videoHost: string): void {
    const chunks = items.flatMap((item, index) =>
      item.URL === undefined || item.EndDateTime === undefined
        ? []
        : [
            {
              camera: cameraOf(item, index),
              url: onVideoHost(videoHost, item.URL),
              endMs: Date.parse(item.EndDateTime),
            },
          ],
    );
    for (const camera of new Set(chunks.map((chunk) => chunk.camera))) {
      this.of(camera).add(chunks.filter((chunk) => chunk.camera === camera));
    }
  }
}

/**
 * The chunks of each camera, polled every 10 s (requirements F-16 to F-18). An empty response
 * before any chunk was received shows an alert, once (requirement F-28, OP-023); later ones only
 * wait.
 */
export function useChunks(options: PollOptions): ChunkQueues {
  const { isOn, vehicleId } = options;
  const latest = useRef(options);
  latest.current = options;
  const hasAlerted = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: chunks queued before are no longer live
  const queues = useMemo(() => new ChunkQueues(), [isOn, vehicleId]);
  useEffect(() => {
    if (!isOn) return;
    let hasReceived = false;
    return pollInTurn({
      ask: (signal) =>
        api.videoLive.chunks({
          params: { vehicle: vehicleId },
          query: { Storage: 'All', SubSamplingInterval: 1 },
          signal,
          quiet: true,
        }),
      pause: { everyMs: CHUNK_EVERY_MS },
      onAnswer: (items) => {
        const { onFault, onReply, videoHost } = latest.current;
        if (items.length === 0) {
          if (!hasReceived && !hasAlerted.current) onFault('liveVideo.errorGetting');
          hasAlerted.current = true;
          return;
        }
        hasReceived = true;
        onFault(null);
        queues.add(items, videoHost);
        onReply(items);
      },
      onFailure: (isFirst) => latest.current.onFault(failureOf(isFirst)),
    });
  }, [isOn, vehicleId, queues]);
  return queues;
}
