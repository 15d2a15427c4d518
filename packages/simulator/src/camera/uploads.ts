import { ChannelVideo, type VideoOptions } from './channel-video.ts';
import { FileUpload, GrowingFile, type UploadTarget } from './file-upload.ts';
import { PacketWriter } from './packet-writer.ts';

/** Speed at which a recording is read from the card, relative to real time. */
const PACE = 4;

interface Running {
  readonly upload: FileUpload;
  readonly video: ChannelVideo;
}

/** Running uploads of recorded ranges, by the serial of their commands. */
export class Uploads {
  readonly #running = new Map<number, Running>();

  /**
   * Starts to render a recorded range as a file of packets, and to upload it.
   *
   * @param onEnd receives whether the upload succeeded; not called after a cancellation
   */
  start(
    serial: number,
    target: UploadTarget,
    sim: Buffer,
    video: Omit<VideoOptions, 'onFootage' | 'onEnd' | 'pace'>,
    onEnd: (isDone: boolean) => void,
  ): void {
    const file = new GrowingFile();
    const writer = new PacketWriter(sim, video.channel);
    const upload = new FileUpload();
    const running = new ChannelVideo({
      ...video,
      pace: PACE,
      onFootage: (footage) => file.append(Buffer.concat(writer.packets(footage))),
      onEnd: () => file.end(),
    });
    this.#running.set(serial, { upload, video: running });
    void upload.run(target, file).then((isDone) => {
      running.close();
      if (this.#running.delete(serial)) onEnd(isDone);
    });
  }

  /** Executes 9207; false if no upload has this serial. */
  control(serial: number, command: number): boolean {
    const running = this.#running.get(serial);
    if (running === undefined) return false;
    if (command === 2) this.#cancel(serial, running);
    else {
      running.upload.pause(command === 0);
      running.video.pause(command === 0);
    }
    return true;
  }

  endAll(): void {
    for (const [serial, running] of [...this.#running]) this.#cancel(serial, running);
  }

  #cancel(serial: number, { upload, video }: Running): void {
    this.#running.delete(serial);
    video.close();
    upload.cancel();
  }
}
