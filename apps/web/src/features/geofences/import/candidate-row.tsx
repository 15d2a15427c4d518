import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/button.tsx';
import { cx, look } from '../../../ui/look/look.ts';
import geofenceStyles from '../geofence.module.css';
import styles from './import.module.css';
import type { Candidate } from './read-file.ts';

/** One geofence of a file: selected or not, its name, and its errors. */
export function CandidateRow({
  candidate,
  refused,
  isTaken,
  onToggle,
  onRename,
  onShow,
}: {
  readonly candidate: Candidate;
  /** Errors from the server. */
  readonly refused: readonly string[];
  readonly isTaken: boolean;
  readonly onToggle: () => void;
  readonly onRename: (name: string) => void;
  readonly onShow: () => void;
}) {
  const { t } = useTranslation();
  const { body, faults, notes } = candidate;
  const isSound = faults.length === 0;
  const against = [...faults.map(([key, values]) => t(key, { ...values })), ...refused];
  return (
    <li className={isSound ? styles.importRow : cx(styles.importRow, styles.faulty)}>
      <input
        type="checkbox"
        aria-label={t('geofence.takeOne', { name: body.name })}
        checked={isTaken}
        disabled={!isSound}
        onChange={onToggle}
      />
      <div>
        <input
          type="text"
          aria-label={t('geofence.name')}
          maxLength={90}
          disabled={!isSound}
          value={body.name}
          onChange={(event) => onRename(event.currentTarget.value)}
        />
        <small>
          <span
            className={cx(
              look({ flow: 'inlineBlock', rigid: true, border: 'strong', radius: 'small' }),
              geofenceStyles.swatch,
            )}
            style={{ background: body.colour }}
            aria-hidden="true"
          />
          {t(`geofence.shape.${body.shape}`)}
          {isSound && (
            <Button kind="link" onClick={onShow}>
              {t('geofence.show')}
            </Button>
          )}
        </small>
        {notes.length > 0 && (
          <small>{notes.map(([key, values]) => t(key, { ...values })).join(' ')}</small>
        )}
        {against.length > 0 && <p className="field-fault">{against.join(' ')}</p>}
      </div>
    </li>
  );
}
