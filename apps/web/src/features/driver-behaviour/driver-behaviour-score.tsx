import { useTranslation } from 'react-i18next';
import { cx, look } from '../../ui/look/look.ts';
import styles from './behaviour.module.css';

/** Minimum scores of good and fair driving. */
const GOOD_FROM = 90;
const FAIR_FROM = 70;

/** A score from 0 to 100 as a number and a bar; the colour is not the only sign. */
export function Score({
  score,
  hasDevice,
}: {
  readonly score: number | null;
  /** False if no device could count events. */
  readonly hasDevice: boolean;
}) {
  const { t } = useTranslation();
  if (!hasDevice) return <span title={t('behaviour.noDeviceHint')}>{t('behaviour.noDevice')}</span>;
  if (score === null) return <span title={t('behaviour.noScore')}>{t('track.unknown')}</span>;
  const band = score >= GOOD_FROM ? 'good' : score >= FAIR_FROM ? 'fair' : 'poor';
  return (
    <span className={cx(look({ flow: 'inlineRow', align: 'center', gap: 2 }), styles.score)}>
      <span
        className={cx(look({ overflow: 'hidden', ground: 'quiet' }), styles.scoreBar)}
        aria-hidden="true"
      >
        <span className={styles[band]} style={{ width: `${score}%` }} />
      </span>
      <strong>{score}</strong>
    </span>
  );
}

/**
 * Change of a score against the previous range of the same length, as an arrow, a number and words.
 */
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
    <span
      className={cx(styles.change, points > 0 ? styles.up : points < 0 && styles.down)}
      title={text}
    >
      <span aria-hidden="true">
        {points === 0 ? '=' : points > 0 ? `▲ ${points}` : `▼ ${-points}`}
      </span>
      <span className="visually-hidden">{text}</span>
    </span>
  );
}
