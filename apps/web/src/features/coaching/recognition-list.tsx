import { Award } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { look, row, stack } from '../../ui/look/look.ts';
import type { Recognition } from './coaching.ts';

/** The recognitions of one driver, newest first; nothing without any. */
export function RecognitionList({
  recognitions,
}: {
  readonly recognitions: readonly Omit<Recognition, 'driver'>[];
}) {
  const { t } = useTranslation();
  if (recognitions.length === 0) return null;
  return (
    <section className={stack({ gap: 3 })} aria-labelledby="recognitions">
      <h2 id="recognitions" className={look({ margin: 0 })}>
        {t('coaching.recognitions')}
      </h2>
      <ul className={stack({ gap: 3, margin: 0, padding: 0, list: true })}>
        {recognitions.map(({ author, id, month, reason, text }) => (
          <li key={id} className={row({ gap: 2, align: 'start' })}>
            <Award size={20} aria-hidden="true" />
            <span className={look({ flow: 'column', gap: 1, minWidth: 0, breaks: true })}>
              {text}
              <span className={look({ tone: 'quiet', size: 'small' })}>
                {[month, t(`coaching.reason.${reason}`), ...(author === null ? [] : [author])].join(
                  ' · ',
                )}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
