import type { LiveFrame } from './live-frames.ts';

type Sound = Extract<LiveFrame, { kind: 'pcm' | 'aac' }>;

/** Audio is scheduled this far ahead, so that jitter causes no crackling. */
const LEAD_S = 0.12;
/** With more queued audio than this, frames are skipped, because it would lag behind the video. */
const MOST_AHEAD_S = 0.6;

/** 16-bit little-endian samples as numbers from -1 to 1. */
export function samplesOf(data: Uint8Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const samples = new Float32Array(data.byteLength >> 1);
  for (let index = 0; index < samples.length; index += 1) {
    samples[index] = view.getInt16(index * 2, true) / 32_768;
  }
  return samples;
}

/** Plays the audio of a camera by WebAudio: PCM everywhere, AAC if the browser decodes it. */
export class AudioOutput {
  readonly #context = new AudioContext({ latencyHint: 'interactive' });
  #nextS = 0;
  #decoder: AudioDecoder | null = null;

  take(sound: Sound): void {
    if (sound.kind === 'aac') {
      this.#decode(sound);
      return;
    }
    const samples = samplesOf(sound.data);
    if (samples.length === 0 || sound.sampleRateHz < 3000) return;
    const buffer = this.#context.createBuffer(1, samples.length, sound.sampleRateHz);
    buffer.copyToChannel(samples, 0);
    this.#play(buffer);
  }

  close(): void {
    if (this.#decoder?.state === 'configured') this.#decoder.close();
    this.#decoder = null;
    void this.#context.close();
  }

  #play(buffer: AudioBuffer): void {
    const now = this.#context.currentTime;
    if (this.#nextS < now) this.#nextS = now + LEAD_S;
    if (this.#nextS - now > MOST_AHEAD_S) return;
    const node = this.#context.createBufferSource();
    node.buffer = buffer;
    node.connect(this.#context.destination);
    node.start(this.#nextS);
    this.#nextS += buffer.duration;
  }

  #decode({ data, sampleRateHz, deviceTimeMs }: Sound): void {
    if (typeof AudioDecoder === 'undefined') return;
    if (this.#decoder === null || this.#decoder.state === 'closed') {
      this.#decoder = new AudioDecoder({ output: this.#onDecoded, error: () => undefined });
      // Without a description the frames have ADTS headers.
      this.#decoder.configure({
        codec: 'mp4a.40.2',
        sampleRate: sampleRateHz,
        numberOfChannels: 1,
      });
    }
    this.#decoder.decode(
      new EncodedAudioChunk({ type: 'key', timestamp: deviceTimeMs * 1000, data }),
    );
  }

  readonly #onDecoded = (decoded: AudioData) => {
    const { numberOfFrames, sampleRate } = decoded;
    const samples = new Float32Array(numberOfFrames);
    decoded.copyTo(samples, { planeIndex: 0, format: 'f32-planar' });
    decoded.close();
    const buffer = this.#context.createBuffer(1, numberOfFrames, sampleRate);
    buffer.copyToChannel(samples, 0);
    this.#play(buffer);
  };
}
