import type { Jt1078Counters, Jt1078Frame } from '@roadworthy/protocols';
import type { CameraStream } from '../platform/orders/index.ts';
import type { CameraChannel } from '../platform/video-hub.ts';

/** Who takes what a camera sends. */
export interface LiveSink {
  frame(frame: Jt1078Frame, receivedAtMs: number): void;
  /** The camera's connection is gone. */
  ended(): void;
}

/** What came of asking a camera for its stream. */
export type StartAnswer = 'done' | 'refused' | 'offline' | 'timeout';

/** One camera's way to send live pictures. A new kind of camera is one more of these. */
export interface LiveFeed {
  /** Asks for the stream; asking again is right where nothing came. Never throws. */
  start(stream: CameraStream): Promise<StartAnswer>;
  /** Goes over to the other stream while it sends. */
  switchTo(stream: CameraStream): void;
  /** Says how much was lost since the last time, for the camera to adapt. */
  reportLoss(lossPercent: number): void;
  /** Packets of the present connection; null while there is none. */
  readonly counters: Jt1078Counters | null;
  /** Closes the connection; the camera may be asked again. */
  drop(): void;
  /** Tells the camera to end, for good. */
  stop(): void;
}

/** Makes the feed of a camera; pictures come to the sink. */
export type LiveSource = (camera: CameraChannel, sink: LiveSink) => LiveFeed;
