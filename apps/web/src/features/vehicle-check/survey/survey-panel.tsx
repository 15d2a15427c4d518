import { formatDateTime } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { Button } from '../../../ui/button/button.tsx';
import { useDisplay } from '../../../ui/display.ts';
import { cx, look, row, stack } from '../../../ui/look/look.ts';
import type { Survey } from '../depot/list-kind.ts';
import { pdfAddress } from '../pdf-address.ts';
import styles from '../report/report.module.css';
import { Facts, Part, RecordPanel, useRecord } from '../report/vehicle-check-report-panel.tsx';
import { SaveButton } from '../save-button.tsx';
import { RECORDS } from '../vehicle-check-keys.ts';

/** An audit survey with its questions and answers. */
export function SurveyPanel({
  id,
  onRemove,
  onClose,
}: {
  readonly id: number;
  /** Null without write permission. */
  readonly onRemove: ((survey: Survey) => void) | null;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const record = useRecord<Survey>([RECORDS, 'survey', id], (signal) =>
    api.vehicleCheck.survey({ params: { id }, query: {}, signal }),
  );
  return (
    <RecordPanel
      title={(survey) => survey?.reference_number ?? t('vehicleCheck.list.SRV')}
      record={record}
      foot={(survey) => (
        <>
          {onRemove !== null && (
            <Button onClick={() => onRemove(survey)}>{t('vehicleCheck.remove')}</Button>
          )}
          <SaveButton address={pdfAddress('survey', id)} fallback="audit-survey.pdf">
            {t('vehicleCheck.pdf')}
          </SaveButton>
        </>
      )}
      onClose={onClose}
    >
      {(survey) => (
        <>
          <Facts
            of={[
              [t('vehicleCheck.column.date'), formatDateTime(Date.parse(survey.date), dates)],
              [t('vehicleCheck.column.depot'), survey.depot.name],
              [t('vehicleCheck.column.auditor'), survey.auditor],
              [t('vehicleCheck.column.registration'), survey.vehicle?.registration ?? null],
              [t('vehicleCheck.column.score'), survey.score === null ? null : `${survey.score} %`],
            ]}
          />
          <Part title={t('vehicleCheck.items')}>
            <ol className={stack({ gap: 2, margin: 0, padding: 0, list: true })}>
              {survey.items.map((item) => (
                <li
                  key={`${item.question} ${item.answer}`}
                  className={cx(
                    stack({ gap: 1, paddingLeft: 3 }),
                    styles.checkItem,
                    item.ok ? styles.ok : styles.defect,
                  )}
                >
                  <span className={cx(row({ align: 'baseline', gap: 2 }), styles.checkItemHead)}>
                    <span
                      className={cx(look({ weight: 'bold', text: 'center' }), styles.checkItemMark)}
                      aria-hidden="true"
                    >
                      {item.ok ? '✓' : '✕'}
                    </span>
                    <strong>{item.question}</strong>
                  </span>
                  <p>{item.answer}</p>
                  {item.comment !== null && (
                    <p className={look({ tone: 'quiet' })}>{item.comment}</p>
                  )}
                </li>
              ))}
            </ol>
          </Part>
          {survey.note !== '' && (
            <Part title={t('record.note')}>
              <p>{survey.note}</p>
            </Part>
          )}
        </>
      )}
    </RecordPanel>
  );
}
