import { formatMoment, formatSpeed } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import type { Display } from '../../../shell/display.ts';
import { type Playback, RATES, type Rate } from './playback.ts';
import { usePlaybackClock, usePlaybackKeys, usePlaybackState } from './use-playback.ts';
import type { TraceStop } from './use-trace.ts';

const PAGE_MS = 600_000;

const SIGNS = {
  play: 'M8 5v14l11-7z',
  pause: 'M7 5h3.5v14H7zm6.5 0H17v14h-3.5z',
} as const;

/** The rail of the slider: dark where the vehicle was on its way, light where it stood. */
function rail(playback: Playback, stops: readonly TraceStop[]): string {
  const length = Math.max(playback.endMs - playback.startMs, 1);
  const at = (timeMs: number) => `${(((timeMs - playback.startMs) / length) * 100).toFixed(2)}%`;
  const parts = stops.flatMap(({ startMs, endMs }) => [
    `var(--accent) ${at(startMs)}`,
    `var(--rail) ${at(startMs)} ${at(endMs)}`,
    `var(--accent) ${at(endMs)}`,
  ]);
  return `linear-gradient(to right, var(--accent) 0%, ${[...parts, 'var(--accent) 100%'].join(', ')})`;
}

/** The playback of a trail: play and pause, a slider over its time, how fast (M-P05). */
export function Player({
  playback,
  stops,
  display: { unit, dates },
}: {
  readonly playback: Playback;
  readonly stops: readonly TraceStop[];
  readonly display: Display;
}) {
  const { t } = useTranslation();
  const { timeMs, isPlaying, rate, skipsStops } = usePlaybackState(playback);
  usePlaybackClock(playback);
  usePlaybackKeys(playback);
  const place = playback.position.get();
  const time = formatMoment(timeMs, dates);
  const speed = formatSpeed(place?.speedKmh ?? 0, unit);
  const isEmpty = playback.endMs <= playback.startMs;

  const onKeyDown = (event: React.KeyboardEvent) => {
    const { key } = event;
    if (key === ' ') playback.toggle();
    else if (key === 'ArrowRight' || key === 'ArrowUp') playback.step(1);
    else if (key === 'ArrowLeft' || key === 'ArrowDown') playback.step(-1);
    else if (key === 'PageUp') playback.seek(timeMs + PAGE_MS);
    else if (key === 'PageDown') playback.seek(timeMs - PAGE_MS);
    else return;
    event.preventDefault();
  };

  return (
    <fieldset className="player" disabled={isEmpty}>
      <legend className="visually-hidden">{t('trace.playback')}</legend>
      <button
        type="button"
        className="player-play"
        aria-label={t(isPlaying ? 'trace.pause' : 'trace.play')}
        onClick={() => playback.toggle()}
      >
        <svg viewBox="0 0 24 24" width="24" height="24" fill="currentColor" aria-hidden="true">
          <path d={isPlaying ? SIGNS.pause : SIGNS.play} />
        </svg>
      </button>
      <input
        type="range"
        className="player-slider"
        aria-label={t('trace.time')}
        aria-valuetext={`${time}, ${speed}`}
        min={playback.startMs}
        max={Math.max(playback.endMs, playback.startMs + 1)}
        step={1000}
        value={timeMs}
        style={
          { '--rail-parts': isEmpty ? 'var(--rail)' : rail(playback, stops) } as React.CSSProperties
        }
        onChange={(event) => playback.seek(Number(event.currentTarget.value))}
        onKeyDown={onKeyDown}
      />
      <output className="player-now">
        <strong>{isEmpty ? t('track.unknown') : time}</strong>
        <span>{isEmpty ? '' : speed}</span>
      </output>
      <label className="player-rate">
        <span className="visually-hidden">{t('trace.rate')}</span>
        <select
          value={rate}
          onChange={(event) => playback.setRate(Number(event.currentTarget.value) as Rate)}
        >
          {RATES.map((one) => (
            <option key={one} value={one}>
              {t('trace.times', { rate: one })}
            </option>
          ))}
        </select>
      </label>
      <label className="player-skip">
        <input
          type="checkbox"
          checked={skipsStops}
          onChange={(event) => playback.setSkipsStops(event.currentTarget.checked)}
        />
        <span>{t('trace.skipStops')}</span>
      </label>
    </fieldset>
  );
}
