import type { CameraFaults } from './faults.ts';
import { Film, type FilmOptions, type StreamSize } from './film.ts';
import { MediaLink } from './media-link.ts';

/** What is sent on one channel. */
interface Sending {
  readonly link: MediaLink;
  readonly filmOptions: Omit<FilmOptions, 'size'>;
  /** Null while it pauses. */
  film: Film | null;
  size: StreamSize;
}

/** Where a channel's pictures go. */
export interface Destination {
  readonly host: string;
  readonly port: number;
  readonly sim: Buffer;
  readonly faults: () => CameraFaults;
}

/** Films on their way to the platform, one a channel: those of now, or those of the past. */
export class Sendings {
  readonly #byChannel = new Map<number, Sending>();

  /** Begins a channel; one that is under way ends. */
  start(destination: Destination, film: Omit<FilmOptions, 'onFootage' | 'onEnd'>): void {
    const { channel } = film;
    this.end(channel);
    const link: MediaLink = new MediaLink({
      ...destination,
      channel,
      onClose: () => {
        if (this.#byChannel.get(channel)?.link === link) this.end(channel);
      },
    });
    const { size, ...rest } = film;
    const filmOptions: Sending['filmOptions'] = {
      ...rest,
      onFootage: (footage) => link.send(footage),
      onEnd: () => this.end(channel),
    };
    const sending: Sending = { link, film: null, filmOptions, size };
    this.#byChannel.set(channel, sending);
    sending.film = new Film({ ...filmOptions, size });
  }

  /** Ends a channel's film and hangs up. */
  end(channel: number): void {
    const sending = this.#byChannel.get(channel);
    if (sending === undefined) return;
    this.#byChannel.delete(channel);
    sending.film?.close();
    sending.link.close();
  }

  endAll(): void {
    for (const channel of [...this.#byChannel.keys()]) this.end(channel);
  }

  has(channel: number): boolean {
    return this.#byChannel.has(channel);
  }

  /** The film that runs on a channel. */
  filmOf(channel: number): Film | null {
    return this.#byChannel.get(channel)?.film ?? null;
  }

  /** Films anew on the link that is open, with a key frame first; in another size where one is named. */
  filmAgain(channel: number, size?: StreamSize): void {
    const sending = this.#byChannel.get(channel);
    if (sending === undefined) return;
    this.holdFilm(channel);
    sending.size = size ?? sending.size;
    sending.film = new Film({ ...sending.filmOptions, size: sending.size });
  }

  /** Ends the film and keeps the link. */
  holdFilm(channel: number): void {
    const sending = this.#byChannel.get(channel);
    sending?.film?.close();
    if (sending !== undefined) sending.film = null;
  }
}
