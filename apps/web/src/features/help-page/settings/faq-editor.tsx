import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/button.tsx';
import { Field } from '../../../ui/field/field.tsx';
import { cx } from '../../../ui/look/look.ts';
import styles from './help-page.module.css';
import type { FaqDraft } from './help-page-settings.ts';

const MOST = 40;

/** Questions and answers in page order. */
export function FaqEditor({
  faqs,
  faults,
  onChange,
}: {
  readonly faqs: readonly FaqDraft[];
  readonly faults: Readonly<Record<string, readonly string[]>>;
  readonly onChange: (faqs: readonly FaqDraft[]) => void;
}) {
  const { t } = useTranslation();
  const change = (key: number, changed: Partial<FaqDraft>) =>
    onChange(faqs.map((faq) => (faq.key === key ? { ...faq, ...changed } : faq)));
  const nextKey = Math.max(0, ...faqs.map(({ key }) => key)) + 1;
  return (
    <section className={cx('panel', styles.helpSettings)} aria-labelledby="help-faqs">
      <h2 id="help-faqs">{t('help.faqs')}</h2>
      <ol>
        {faqs.map(({ key, question, answer }, n) => (
          <li key={key}>
            <Field
              label={t('helpSettings.question', { n: n + 1 })}
              fault={faults[`faq_list.${n}.question`]}
            >
              {(props) => (
                <input
                  {...props}
                  value={question}
                  maxLength={200}
                  onChange={(event) => change(key, { question: event.currentTarget.value })}
                />
              )}
            </Field>
            <Field
              label={t('helpSettings.answer', { n: n + 1 })}
              fault={faults[`faq_list.${n}.answer`]}
            >
              {(props) => (
                <textarea
                  {...props}
                  rows={4}
                  value={answer}
                  maxLength={2000}
                  onChange={(event) => change(key, { answer: event.currentTarget.value })}
                />
              )}
            </Field>
            <Button onClick={() => onChange(faqs.filter((faq) => faq.key !== key))}>
              {t('helpSettings.remove', { n: n + 1 })}
            </Button>
          </li>
        ))}
      </ol>
      <Button
        disabled={faqs.length >= MOST}
        onClick={() => onChange([...faqs, { key: nextKey, question: '', answer: '' }])}
      >
        {t('helpSettings.add')}
      </Button>
    </section>
  );
}
