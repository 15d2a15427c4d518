import { useTranslation } from 'react-i18next';
import { knownText } from '../../../ui/known-text.ts';
import { cx, look, row, stack } from '../../../ui/look/look.ts';
import { Badge } from '../vehicle-check-badges.tsx';
import styles from './report.module.css';
import type { Report } from './vehicle-check-report.ts';
import { Part } from './vehicle-check-report-panel.tsx';
import { Photographs } from './vehicle-check-report-photographs.tsx';

type Item = Report['items'][number];

const TONES = { advisory: 'quiet', minor: 'warn', major: 'bad', dangerous: 'bad' } as const;
const MARKS = { ok: '✓', defect: '✕', not_applicable: '–' } as const;

function ItemLine({ item }: { readonly item: Item }) {
  const { t } = useTranslation();
  const { name, answer, severity, comment, photos } = item;
  return (
    <li className={cx(stack({ gap: 1, paddingLeft: 3 }), styles.checkItem, styles[answer])}>
      <span className={cx(row({ align: 'baseline', gap: 2 }), styles.checkItemHead)}>
        <span
          className={cx(look({ weight: 'bold', text: 'center' }), styles.checkItemMark)}
          aria-hidden="true"
        >
          {MARKS[answer]}
        </span>
        <strong>{knownText(name, t)}</strong>
        <span className={look({ tone: 'quiet' })}>{t(`vehicleCheck.answer.${answer}`)}</span>
        {severity !== null && (
          <Badge tone={TONES[severity]}>{t(`record.severity.${severity}`)}</Badge>
        )}
      </span>
      {comment !== null && comment !== '' && <p>{comment}</p>}
      <Photographs addresses={photos} />
    </li>
  );
}

/** Items by section, in report order. */
export function sectionsOf(items: readonly Item[]): readonly (readonly [string, Item[]])[] {
  const sections = new Map<string, Item[]>();
  for (const item of items) {
    const there = sections.get(item.section);
    if (there === undefined) sections.set(item.section, [item]);
    else there.push(item);
  }
  return [...sections];
}

/** Questions and answers: first the failed ones, then the rest by section. */
export function Items({ items }: { readonly items: readonly Item[] }) {
  const { t } = useTranslation();
  const found = items.filter(({ ok }) => !ok);
  const rest = items.filter(({ ok }) => ok);
  return (
    <Part title={t('vehicleCheck.items')}>
      {found.length > 0 && (
        <ul className={stack({ gap: 2, margin: 0, padding: 0, list: true })}>
          {found.map((item) => (
            <ItemLine key={`${item.section} ${item.name}`} item={item} />
          ))}
        </ul>
      )}
      {rest.length > 0 && (
        <details open={found.length === 0}>
          <summary>{t('record.inOrder', { count: rest.length })}</summary>
          {sectionsOf(rest).map(([section, lines]) => (
            <div key={section}>
              {section !== '' && <h4>{knownText(section, t)}</h4>}
              <ul className={stack({ gap: 2, margin: 0, padding: 0, list: true })}>
                {lines.map((item) => (
                  <ItemLine key={`${item.section} ${item.name}`} item={item} />
                ))}
              </ul>
            </div>
          ))}
        </details>
      )}
    </Part>
  );
}
