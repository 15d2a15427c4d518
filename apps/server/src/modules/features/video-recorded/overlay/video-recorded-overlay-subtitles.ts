import { KM_PER_MILE } from '@roadworthy/domain';
import type { TrailPoint } from './video-recorded-overlay-trail.ts';

/** The facts that each line shows. */
export interface StampFacts {
  readonly registration: string;
  readonly camera: number;
  readonly startMs: number;
  readonly endMs: number;
}

const SECOND_MS = 1000;
/** A position older than this is not shown. */
const STALE_MS = 60_000;

const HEAD = `[Script Info]
ScriptType: v4.00+
PlayResX: 1280
PlayResY: 720
ScaledBorderAndShadow: yes

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, BackColour, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Bold
Style: Data,DejaVu Sans,26,&H00FFFFFF,&H90000000,3,4,0,1,24,24,20,0

[Events]
Format: Layer, Start, End, Style, Text
`;

/** Formats hours, minutes, seconds and hundredths as in ASS. */
function clock(ms: number): string {
  const hundredths = Math.max(0, Math.round(ms / 10));
  const part = (size: number, of: number) =>
    String(Math.floor(hundredths / size) % of).padStart(2, '0');
  return `${Math.floor(hundredths / 360_000)}:${part(6000, 60)}:${part(100, 60)}.${part(1, 100)}`;
}

/** Braces and backslashes would be ASS commands. */
const plain = (text: string) => text.replace(/[{}\\\r\n]/g, ' ');

/** The newest position at a moment; null if there is none or it is stale. */
function positionAt(points: readonly TrailPoint[], ms: number): TrailPoint | null {
  const point = points.findLast(({ timeMs }) => timeMs <= ms);
  return point === undefined || ms - point.timeMs > STALE_MS ? null : point;
}

function lineText(facts: StampFacts, point: TrailPoint | null, ms: number): string {
  const time = `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  const parts = [facts.registration, `Camera ${facts.camera}`, time];
  if (point !== null) {
    const mph = Math.round(point.speedKmh / KM_PER_MILE);
    parts.push(
      `${mph} mph (${Math.round(point.speedKmh)} km/h)`,
      `${point.latitudeDeg.toFixed(5)}, ${point.longitudeDeg.toFixed(5)}`,
    );
  }
  return plain(parts.join('   '));
}

/** The data of a clip as subtitles (ASS), one line per second, at the bottom of the frame. */
export function stampSubtitles(facts: StampFacts, points: readonly TrailPoint[]): string {
  const lines: string[] = [];
  for (let ms = facts.startMs; ms < facts.endMs; ms += SECOND_MS) {
    const from = clock(ms - facts.startMs);
    const to = clock(Math.min(ms + SECOND_MS, facts.endMs) - facts.startMs);
    lines.push(`Dialogue: 0,${from},${to},Data,${lineText(facts, positionAt(points, ms), ms)}`);
  }
  return `${HEAD}${lines.join('\n')}\n`;
}
