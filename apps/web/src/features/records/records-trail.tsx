import { formatDate, formatDateTime } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { useDisplay } from '../../ui/display.ts';
import { TrailEntry } from '../../ui/history/trail-entry.tsx';
import { cx, look, stack } from '../../ui/look/look.ts';
import styles from '../../ui/record/record.module.css';
import type { Defect } from './record/use-record.ts';
import { TrailList } from './trail-list.tsx';

type Entry = Defect['trail'][number];
type Change = Entry['changes'][number];

/** The changes of a record with person and time, oldest first. */
export function RecordTrail({
  trail,
  kind,
}: {
  readonly trail: readonly Entry[];
  readonly kind: 'defect' | 'inspection';
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const value = (field: string, text: string) => {
    if (field === 'state') return t(`record.state.${text}`);
    if (field === 'status') return t(`recordList.status.${text}`);
    if (field === 'expected_back') {
      return formatDate(Date.parse(text), { ...dates, timeZone: 'UTC' });
    }
    return text;
  };
  const changeText = ({ field, before, after }: Change) => {
    // A finding is named by its item.
    const name = t(`recordList.field.${field}`, { defaultValue: field });
    const now = after === null ? '–' : value(field, after);
    return before === null ? `${name}: ${now}` : `${name}: ${value(field, before)} → ${now}`;
  };
  return (
    <div className={cx(stack({ gap: 2, items: 'start' }), styles.recordPart)}>
      <h4>{t('recordList.trail')}</h4>
      <TrailList>
        {trail.map(({ id, at, by, action, note, changes }) => (
          <TrailEntry
            key={id}
            action={t(`recordList.action.${kind}.${action}`)}
            by={t('vehicleFile.trail.by', {
              who: by,
              when: formatDateTime(Date.parse(at), dates),
            })}
            quietClass={look({ tone: 'quiet', size: 'small' })}
            note={note}
            changes={changes.map((change) => ({ field: change.field, text: changeText(change) }))}
          />
        ))}
      </TrailList>
    </div>
  );
}
