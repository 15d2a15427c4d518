import { ChannelVideo, type VideoOptions } from './channel-video.ts';
import { FileUpload, GrowingFile, type UploadErrand } from './file-upload.ts';
import { PacketWriter } from './packet-writer.ts';

/** A recorded stretch is read from the card so many times quicker than it was filmed. */
const PACE = 4;

interface Running {
  readonly upload: FileUpload;
  readonly video: ChannelVideo;
}

/** Recorded stretches on their way to the platform as files, by the serial of their orders. */
export class Uploads {
  readonly #running = new Map<number, Running>();

  /**
   * Begins to film a stretch into a file of packets, and to bring it.
   *
   * @param onEnd hears whether the platform has it; not called for one that was cancelled
   */
  start(
    serial: number,
    errand: UploadErrand,
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
    void upload.run(errand, file).then((isDone) => {
      running.close();
      if (this.#running.delete(serial)) onEnd(isDone);
    });
  }

  /** Follows 9207; false where nothing of this serial is under way. */
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
