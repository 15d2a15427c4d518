import { takesOffRoad } from '@roadworthy/domain';
import { useId } from 'react';
import { smallLater } from '../../ui/later/small-later.tsx';
import { cx, look, row, stack } from '../../ui/look/look.ts';
import { FIELD_BOX } from '../../ui/look/looks.ts';
import { knownText, t } from '../../ui/page-texts/texts.ts';
import styles from './walkaround.module.css';
import { type Answer, type AskedItem, stateOf } from './walkaround-model.ts';

const { Part: DefectPhotos, prefetch } = smallLater(
  async () => (await import('./defect-photos.tsx')).DefectPhotos,
);
/** Class names of a radio button as large as a thumb. */
const CHOICE = row({
  relative: true,
  gap: 2,
  align: 'center',
  paddingY: 1,
  paddingX: 3,
  border: 'strong',
  radius: 'medium',
  pointer: true,
});
const RESULTS = ['ok', 'defect', 'not_applicable'] as const;
const SIGNS = { ok: '✓', defect: '!', not_applicable: '–' } as const;
const SEVERITIES = ['advisory', 'minor', 'major', 'dangerous'] as const;

interface ItemProps {
  readonly n: number;
  readonly item: AskedItem;
  readonly answer: Answer | null;
  readonly isWrong: boolean;
  readonly photos: readonly File[];
  readonly photoLimit: number;
  readonly onAnswer: (said: Partial<Answer>) => void;
  readonly onPhotos: (photos: readonly File[]) => void;
}

/** Description, severity and photos of a defect. */
function Defect({
  item,
  answer,
  isWrong,
  photos,
  photoLimit,
  onAnswer,
  onPhotos,
}: ItemProps & { readonly answer: Answer }) {
  const id = useId();
  const { severity, note } = answer;
  const isOff = severity !== null && takesOffRoad({ area: item.area, severity });
  return (
    <div className={stack({ gap: 2 })}>
      <fieldset
        className={cx(
          stack({ gap: 2, minWidth: 0, margin: 0, padding: 0, border: 'none' }),
          styles.walkSeverities,
        )}
      >
        <legend>{t('walk.severity')}</legend>
        {SEVERITIES.map((one) => (
          <label key={one} className={cx(CHOICE, styles.walkChoice, styles[`is-${one}`])}>
            <input
              type="radio"
              name={`${id}-severity`}
              checked={severity === one}
              onChange={() => onAnswer({ severity: one })}
            />
            <span>
              <strong>{t(`walk.severity.${one}`)}</strong> {t(`walk.severityText.${one}`)}
            </span>
          </label>
        ))}
      </fieldset>
      {isWrong && severity === null && <p className="field-fault">{t('walk.noSeverity')}</p>}
      {isOff && (
        <p className={cx(styles.walkOutcome, styles['is-bad'])} role="status">
          <strong>{t('walk.doNotDrive')}</strong>
        </p>
      )}
      <label htmlFor={`${id}-note`}>{t('walk.note')}</label>
      <textarea
        id={`${id}-note`}
        rows={2}
        maxLength={500}
        value={note}
        aria-invalid={isWrong && note.trim() === ''}
        onChange={(event) => onAnswer({ note: event.currentTarget.value })}
      />
      {isWrong && note.trim() === '' && <p className="field-fault">{t('walk.noNote')}</p>}
      <DefectPhotos photos={photos} limit={photoLimit} onChange={onPhotos} />
    </div>
  );
}

/** One item: a tap if it is in order, else its defect. */
export function ItemRow(props: ItemProps) {
  const { n, item, answer, isWrong, onAnswer } = props;
  const id = useId();
  return (
    <fieldset
      data-part="walk-item"
      className={cx(
        stack({ ...FIELD_BOX, ground: 'surface' }),
        styles.walkItem,
        styles[`is-${stateOf(answer)}`],
        isWrong && styles['is-wrong'],
      )}
      data-item={n}
    >
      <legend>{knownText(item.name)}</legend>
      {item.hint !== '' && <p className={styles.walkQuiet}>{item.hint}</p>}
      <div className={cx(stack({ gap: 2 }), styles.walkResults)}>
        {RESULTS.map((result) => (
          <label
            data-part="walk-result"
            data-result={result}
            key={result}
            className={cx(
              CHOICE,
              look({ justify: 'center', weight: 'strong', text: 'center' }),
              styles.walkResult,
              styles[`is-${result}`],
            )}
          >
            <input
              type="radio"
              name={`${id}-result`}
              checked={answer?.result === result}
              onChange={() => onAnswer({ result })}
            />
            <span aria-hidden="true">{SIGNS[result]}</span>
            {t(`walk.result.${result}`)}
          </label>
        ))}
      </div>
      {isWrong && answer === null && <p className="field-fault">{t('walk.notAnswered')}</p>}
      {answer?.result === 'defect' && <Defect {...props} answer={answer} />}
    </fieldset>
  );
}

/** Preloads the defect fields, so that they work offline. */
export const prefetchDefects = prefetch;
