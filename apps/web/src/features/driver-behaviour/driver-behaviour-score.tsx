import { useTranslation } from 'react-i18next';

/** From these scores on, driving is good, or fair. */
const GOOD_FROM = 90;
const FAIR_FROM = 70;

/** A score from 0 to 100 as a number and as a bar; the colour only repeats them. */
export function Score({
  score,
  hasDevice,
}: {
  readonly score: number | null;
  /** False where no device could have counted anything. */
  readonly hasDevice: boolean;
}) {
  const { t } = useTranslation();
  if (!hasDevice) return <span title={t('behaviour.noDeviceHint')}>{t('behaviour.noDevice')}</span>;
  if (score === null) return <span title={t('behaviour.noScore')}>{t('track.unknown')}</span>;
  const band = score >= GOOD_FROM ? 'good' : score >= FAIR_FROM ? 'fair' : 'poor';
  return (
    <span className="score">
      <span className="score-bar" aria-hidden="true">
        <span className={band} style={{ width: `${score}%` }} />
      </span>
      <strong>{score}</strong>
    </span>
  );
}

/** How a score moved against the same length of time before, as an arrow, a number and words. */
export function Change({
  now,
  before,
}: {
  readonly now: number | null;
  readonly before: number | null;
}) {
  const { t } = useTranslation();
  if (now === null || before === null)
    return <span title={t('behaviour.new')}>{t('track.unknown')}</span>;
  const points = now - before;
  const text =
    points === 0
      ? t('behaviour.same')
      : t(points > 0 ? 'behaviour.better' : 'behaviour.worse', {
          points: String(Math.abs(points)),
        });
  return (
    <span className={`change ${points > 0 ? 'up' : points < 0 ? 'down' : ''}`} title={text}>
      <span aria-hidden="true">
        {points === 0 ? '=' : points > 0 ? `▲ ${points}` : `▼ ${-points}`}
      </span>
      <span className="visually-hidden">{text}</span>
    </span>
  );
}
