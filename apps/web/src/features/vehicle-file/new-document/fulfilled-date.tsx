import { DATE_INPUT_FORMAT } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/button.tsx';
import { formatDay, today } from '../../../ui/date-range/calendar.ts';
import { CalendarSign } from '../../../ui/date-range/calendar-sign.tsx';
import { Month } from '../../../ui/date-range/month.tsx';
import { useDisplay } from '../../../ui/display.ts';
import { cx, look, row, stack } from '../../../ui/look/look.ts';
import { Popover } from '../../../ui/popover/popover.tsx';
import styles from './new-document.module.css';
import type { NewDocument } from './use-new-document.ts';
import { isOld } from './vehicle-file-new-document-form.ts';

const PROMPT = stack({
  gap: 3,
  margin: 0,
  border: 'none',
  paddingY: 3,
  paddingX: 4,
  ground: 'warn',
  tone: 'text',
  radius: 'medium',
});

/** Asks to confirm the day, with a warning for old ones (requirements H-20, H-49, H-P02). */
function Prompt({ document }: { readonly document: NewDocument }) {
  const { t } = useTranslation();
  const { timeZone } = useDisplay().dates;
  const { fulfilledOn: day, isDateConfirmed } = document.form;
  if (day === null) return null;
  const warning = isOld(day, today(timeZone)) && (
    <p className={row({ gap: 2, weight: 'strong' })}>
      <span aria-hidden="true">!</span>
      {t('vehicleFile.oldDate')}
    </p>
  );
  if (isDateConfirmed) {
    return (
      <div className={cx(PROMPT, styles.datePrompt, styles.confirmed)}>
        {warning}
        <p role="status">{t('vehicleFile.dateConfirmed')}</p>
      </div>
    );
  }
  return (
    <fieldset className={cx(PROMPT, styles.datePrompt)} aria-label={t('vehicleFile.confirmDate')}>
      <p role="status">
        {t('vehicleFile.dateQuestion', { date: formatDay(day, DATE_INPUT_FORMAT) })}
      </p>
      {warning}
      <div className={row({ gap: 2 })}>
        <Button onClick={() => document.answer(false)}>{t('vehicleFile.no')}</Button>
        <Button kind="primary" onClick={() => document.answer(true)}>
          {t('vehicleFile.yes')}
        </Button>
      </div>
    </fieldset>
  );
}

/** The date of the document, not after today (requirements H-04, H-18, H-47, OP-057). */
export function FulfilledDate({ document }: { readonly document: NewDocument }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const { fulfilledOn: day, type } = document.form;
  const now = today(dates.timeZone);
  const label = t('vehicleFile.fulfilledAt');
  return (
    <div className="form-field">
      <span className={look({ tone: 'quiet', size: 'small', weight: 'strong' })}>
        {label}
        {type?.require_user_date_input === true && <span aria-hidden="true"> *</span>}
      </span>
      <div className={row({ align: 'center', gap: 1 })}>
        <Popover
          label={label}
          className="button"
          buttonLabel={`${label}: ${day === null ? t('vehicleFile.noDate') : formatDay(day, dates.dateFormat)}`}
          button={
            <>
              <CalendarSign />
              {day === null ? t('vehicleFile.noDate') : formatDay(day, dates.dateFormat)}
            </>
          }
        >
          {(close) => (
            <Month
              start={day ?? now}
              range={day === null ? null : { from: day, to: day }}
              last={now}
              onPick={(picked) => {
                document.setDay(picked);
                close();
              }}
            />
          )}
        </Popover>
        {day !== null && (
          <Button kind="link" onClick={() => document.setDay(null)}>
            {t('action.clear')}
          </Button>
        )}
      </div>
      <Prompt document={document} />
      <p className="field-fault" role="alert">
        {document.faults.activity_fulfilled_at?.join(' ')}
      </p>
    </div>
  );
}
