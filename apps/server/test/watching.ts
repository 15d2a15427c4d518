import type {
  LiveFragment,
  LiveInit,
  LiveSound,
  LiveState,
  LiveViewer,
} from '../src/platform/video-hub.ts';

/** A viewer that keeps all it gets. */
export class Watching implements LiveViewer {
  readonly inits: LiveInit[] = [];
  readonly fragments: LiveFragment[] = [];
  readonly sounds: LiveSound[] = [];
  readonly states: LiveState[] = [];
  /** What its socket has not taken; a test sets it. */
  backlog = 0;

  init(init: LiveInit): void {
    this.inits.push(init);
  }

  fragment(fragment: LiveFragment): void {
    this.fragments.push(fragment);
  }

  sound(sound: LiveSound): void {
    this.sounds.push(sound);
  }

  state(state: LiveState): void {
    this.states.push(state);
  }

  backlogBytes(): number {
    return this.backlog;
  }

  /** All of it as one fragmented MP4. */
  mp4(): Buffer {
    const [init] = this.inits;
    return Buffer.concat([
      init?.data ?? Buffer.alloc(0),
      ...this.fragments.map(({ data }) => data),
    ]);
  }
}
