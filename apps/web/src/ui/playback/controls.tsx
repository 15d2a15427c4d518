import './playback.css';

const SIGNS = {
  play: 'M8 5v14l11-7z',
  pause: 'M7 5h3.5v14H7zm6.5 0H17v14h-3.5z',
} as const;

/** The round button for play and pause. */
export function PlayButton({
  isPlaying,
  label,
  onToggle,
}: {
  readonly isPlaying: boolean;
  /** The action of a press now. */
  readonly label: string;
  readonly onToggle: () => void;
}) {
  return (
    <button type="button" className="playback-button" aria-label={label} onClick={onToggle}>
      <svg viewBox="0 0 24 24" width="24" height="24" fill="currentColor" aria-hidden="true">
        <path d={isPlaying ? SIGNS.pause : SIGNS.play} />
      </svg>
    </button>
  );
}

/**
 * The time slider of a playback.
 *
 * @param rail background of the rail, a colour or a gradient; by default it is filled up to the current time
 */
export function TimeSlider({
  label,
  valueText,
  startMs,
  endMs,
  stepMs,
  timeMs,
  rail,
  onSeek,
  onKeyDown,
}: {
  readonly label: string;
  readonly valueText: string;
  /** ms since 1970 UTC, like all times here. */
  readonly startMs: number;
  readonly endMs: number;
  readonly stepMs: number;
  readonly timeMs: number;
  readonly rail?: string;
  readonly onSeek: (timeMs: number) => void;
  readonly onKeyDown?: (event: React.KeyboardEvent) => void;
}) {
  const lengthMs = Math.max(endMs - startMs, 1);
  const done = `${((timeMs - startMs) / lengthMs) * 100}%`;
  const filled = `linear-gradient(to right, var(--accent) ${done}, var(--rail) ${done})`;
  return (
    <input
      type="range"
      className="time-slider"
      aria-label={label}
      aria-valuetext={valueText}
      min={startMs}
      max={startMs + lengthMs}
      step={stepMs}
      value={timeMs}
      style={{ '--rail-parts': rail ?? filled } as React.CSSProperties}
      onChange={(event) => onSeek(Number(event.currentTarget.value))}
      onKeyDown={onKeyDown}
    />
  );
}

/** Selects the playback speed. */
export function RateSelect<R extends number>({
  label,
  rates,
  rate,
  textOf,
  onRate,
}: {
  readonly label: string;
  readonly rates: readonly R[];
  readonly rate: R;
  readonly textOf: (rate: R) => string;
  readonly onRate: (rate: R) => void;
}) {
  return (
    <label className="playback-rate">
      <span className="visually-hidden">{label}</span>
      <select value={rate} onChange={(event) => onRate(Number(event.currentTarget.value) as R)}>
        {rates.map((one) => (
          <option key={one} value={one}>
            {textOf(one)}
          </option>
        ))}
      </select>
    </label>
  );
}
