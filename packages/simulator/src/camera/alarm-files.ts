import { setTimeout } from 'node:timers/promises';
import type { EvidenceFile } from './attachment-link.ts';
import { ChannelVideo, STREAM_SIZES, type VideoOptions } from './channel-video.ts';
import { type Mp4Picture, mp4Of } from './mp4.ts';
import { PICTURES_A_SECOND } from './video-encoder.ts';

/** T/JSATL 12: milliseconds that a camera records before and after an alarm. */
const AROUND_MS = 5000;
/** Speed at which a recording is read from the card, relative to real time. */
const PACE = 8;
const BCD_TIME = /^(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/;
/** Characters of the terminal's number before the time, in a short and in a long label. */
const TIME_AT = { short: 14, long: 60 } as const;
const SHORT_LABEL = 32;

/**
 * The moment of the alarm that a label names, ms since 1970 UTC; null where it contains none.
 *
 * @param label hexadecimal
 * @param offsetMin of the terminal's clock
 */
export function momentOfLabel(label: string, offsetMin: number): number | null {
  const at = label.length > SHORT_LABEL ? TIME_AT.long : TIME_AT.short;
  const parts = BCD_TIME.exec(label.slice(at, at + 12))
    ?.slice(1)
    .map(Number);
  if (parts === undefined) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 23) return null;
  return Date.UTC(2000 + year, month - 1, day, hour, minute, second) - offsetMin * 60_000;
}

/** Resolves when the period around an alarm has been recorded, or when it is aborted. */
export async function untilFilmed(alarmMs: number, signal: AbortSignal): Promise<void> {
  const waitMs = Math.min(AROUND_MS, Math.max(0, alarmMs + AROUND_MS - Date.now()));
  await setTimeout(waitMs, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

/**
 * Records a channel around an alarm.
 *
 * @returns the MP4; null where nothing was recorded then, or it was aborted
 */
export function videoOfAlarm(
  parts: Pick<VideoOptions, 'channel' | 'name' | 'motionAt' | 'encoder' | 'wasFilmed'>,
  alarmMs: number,
  signal: AbortSignal,
): Promise<Buffer | null> {
  const pictures: Mp4Picture[] = [];
  const [widthPx, heightPx] = STREAM_SIZES.sub;
  const stepMs = 1000 / PICTURES_A_SECOND;
  const stretch = { fromMs: alarmMs - AROUND_MS, toMs: alarmMs + AROUND_MS };
  const wanted = Math.round((stretch.toMs - stretch.fromMs) / stepMs);
  return new Promise((resolve) => {
    let video: ChannelVideo | null = null;
    let hasEnded = false;
    const end = () => {
      // The listener holds all pictures of the alarm.
      signal.removeEventListener('abort', end);
      video?.close();
      const isWhole = !signal.aborted && pictures[0]?.isKeyFrame === true;
      resolve(isWhole ? mp4Of(pictures, { widthPx, heightPx }, stepMs) : null);
    };
    // An encoder emits its last frames after the video has ended.
    const endSoon = () => {
      hasEnded = true;
      if (pictures.length >= wanted || pictures.length === 0) end();
      else void setTimeout(1000).then(end);
    };
    signal.addEventListener('abort', end);
    video = new ChannelVideo({
      ...parts,
      size: 'sub',
      hasAudio: false,
      pace: PACE,
      stretch,
      onFootage: (footage) => {
        if (footage.kind !== 'picture') return;
        pictures.push(footage);
        if (hasEnded && pictures.length >= wanted) end();
      },
      onEnd: endSoon,
    });
  });
}

/** A file of an alarm, named `type_channel_alarm_number_alarmNumber.ext`. */
export function alarmFile(
  type: 'picture' | 'video',
  channel: number,
  index: number,
  alarmNumber: string,
  data: Buffer,
): EvidenceFile {
  const [code, ending] = type === 'picture' ? [0, 'jpg'] : [2, 'mp4'];
  const name = `0${code}_${channel}_6401_${index}_${alarmNumber}`;
  return { name: `${name.slice(0, 46)}.${ending}`, type: code, data };
}
