import type { Jt1078Counters, Jt1078Frame } from '@roadworthy/protocols';
import type { CameraStream } from '../platform/device-commands/index.ts';
import type { CameraChannel } from '../platform/video-hub.ts';

/** The receiver of a camera's data. */
export interface LiveSink {
  frame(frame: Jt1078Frame, receivedAtMs: number): void;
  /** The camera's connection ended. */
  ended(): void;
}

/** The result of requesting the stream of a camera. */
export type StartAnswer = 'done' | 'refused' | 'offline' | 'timeout';

/** Live video of one camera. Each kind of camera implements this interface. */
export interface LiveFeed {
  /** Requests the stream; may be repeated if nothing arrived. Never throws. */
  start(stream: CameraStream): Promise<StartAnswer>;
  /** Switches to the other stream during transmission. */
  switchTo(stream: CameraStream): void;
  /** Reports the packet loss since the last report, so that the camera can adapt. */
  reportLoss(lossPercent: number): void;
  /** Packets of the current connection; null if there is none. */
  readonly counters: Jt1078Counters | null;
  /** Closes the connection; the camera may be started again. */
  drop(): void;
  /** Stops the camera for good. */
  stop(): void;
}

/** Creates the feed of a camera; frames are passed to the sink. */
export type LiveSource = (camera: CameraChannel, sink: LiveSink) => LiveFeed;
