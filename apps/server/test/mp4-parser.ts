import { createFile, type Movie, MP4BoxBuffer, type Sample } from 'mp4box';

/** What a parser that is not ours finds in an MP4. */
export interface ParsedMp4 {
  readonly codec: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly isFragmented: boolean;
  readonly samples: readonly Sample[];
  /** When each begins: of fragments as their heads say, which mp4box itself does not look at. */
  readonly times: readonly number[];
  /** Whether the pictures stand behind all that says where they are. */
  readonly isFastStart: boolean;
}

/** Reads a whole MP4 with mp4box; throws where it is none. */
export async function parseMp4(bytes: Uint8Array): Promise<ParsedMp4> {
  const file = createFile();
  const samples: Sample[] = [];
  const movie = await new Promise<Movie>((resolve, reject) => {
    file.onError = (module, message) => reject(new Error(`${module}: ${message}`));
    file.onReady = (info) => {
      const [track] = info.tracks;
      if (track !== undefined) file.setExtractionOptions(track.id, null, { nbSamples: 1_000_000 });
      file.start();
      resolve(info);
    };
    file.onSamples = (_id, _user, found) => samples.push(...found);
    const copy = new ArrayBuffer(bytes.length);
    new Uint8Array(copy).set(bytes);
    file.appendBuffer(MP4BoxBuffer.fromArrayBuffer(copy, 0));
    file.flush();
    reject(new Error('mp4box found no movie'));
  });
  const [track] = movie.tracks;
  if (track?.video === undefined) throw new Error('mp4box found no track of pictures');
  return {
    codec: track.codec,
    widthPx: track.video.width,
    heightPx: track.video.height,
    isFragmented: movie.isFragmented,
    samples,
    times: movie.isFragmented
      ? file.moofs.map(({ trafs }) => trafs[0]?.tfdt.baseMediaDecodeTime ?? -1)
      : samples.map(({ dts }) => dts),
    isFastStart:
      bytes.length > 0 && Buffer.from(bytes).indexOf('moov') < Buffer.from(bytes).indexOf('mdat'),
  };
}
