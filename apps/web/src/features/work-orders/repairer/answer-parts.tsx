import { formatDate, formatDateTime } from '@roadworthy/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { Button } from '../../../ui/button/button.tsx';
import { DateInput } from '../../../ui/date-field/date-input.tsx';
import { Field } from '../../../ui/field/field.tsx';
import { requiredFault } from '../../../ui/field/required.ts';
import { LinkPart } from '../../../ui/link-part.tsx';
import { look, row } from '../../../ui/look/look.ts';
import { NativePopover } from '../../../ui/native-modal/native-popover.tsx';
import { linkToken, useSending } from '../../../ui/use-link.ts';
import { VISITOR_DATES } from '../../../ui/visitor-dates.ts';

import type { LinkedOrder } from './use-linked-order.ts';

export interface PartProps {
  readonly order: LinkedOrder;
  readonly onSent: (order: LinkedOrder) => void;
}

const MAX_NOTE = 500;

/** Accepts the work with a day, or declines it. */
export function AnswerPart({ order, onSent }: PartProps) {
  const { t } = useTranslation();
  const { answer } = order;
  const { isBusy, faults, failure, send } = useSending(onSent);
  const [readyOn, setReadyOn] = useState(answer?.ready_on ?? '');
  const [note, setNote] = useState(answer?.note ?? '');
  if (answer === null && !order.may_answer) return null;
  const day = (text: string) =>
    formatDate(Date.parse(`${text}T00:00:00Z`), { ...VISITOR_DATES, timeZone: 'UTC' });
  const given = (chosen: 'accepted' | 'declined') =>
    send(() =>
      api.workOrderLinks.answer({
        body: {
          token: linkToken(),
          answer: chosen,
          ready_on: chosen === 'declined' || readyOn === '' ? null : readyOn,
          note,
        },
        quiet: true,
      }),
    );
  return (
    <LinkPart title={t('repairer.answer')} failure={failure}>
      {answer !== null && (
        <p className={look({ margin: 0 })} role="status">
          <strong>{t(`repairer.answer.${answer.answer}`)}</strong>
          {answer.ready_on !== null && ` · ${t('repairer.readyOn', { day: day(answer.ready_on) })}`}
        </p>
      )}
      {order.may_answer && (
        <>
          <Field label={t('repairer.readyOnLabel')} fault={faults.ready_on}>
            {(props) => (
              <DateInput
                {...props}
                label={t('repairer.readyOnLabel')}
                value={readyOn}
                dates={VISITOR_DATES}
                t={t}
                Opener={NativePopover}
                onChange={setReadyOn}
              />
            )}
          </Field>
          <Field label={t('repairer.note')} fault={faults.note}>
            {(props) => (
              <textarea
                {...props}
                rows={2}
                maxLength={MAX_NOTE}
                value={note}
                onChange={(event) => setNote(event.currentTarget.value)}
              />
            )}
          </Field>
          <div className={row({ wrap: true, gap: 2 })}>
            <Button kind="primary" disabled={isBusy} onClick={() => void given('accepted')}>
              {t('repairer.accept')}
            </Button>
            <Button disabled={isBusy} onClick={() => void given('declined')}>
              {t('repairer.decline')}
            </Button>
          </div>
        </>
      )}
    </LinkPart>
  );
}

/** Reports the work as done. */
export function FinishPart({ order, onSent }: PartProps) {
  const { t } = useTranslation();
  const { isBusy, faults, failure, setFaults, send } = useSending(onSent);
  const [note, setNote] = useState('');
  if (order.done_at === null && !order.may_finish) return null;
  const finish = () => {
    if (note.trim() === '') {
      setFaults({ note: requiredFault(t) });
      return;
    }
    void send(() => api.workOrderLinks.finish({ body: { token: linkToken(), note }, quiet: true }));
  };
  return (
    <LinkPart title={t('repairer.finish')} failure={failure}>
      {order.done_at !== null ? (
        <p className={look({ margin: 0 })} role="status">
          {t('repairer.doneAt', { time: formatDateTime(Date.parse(order.done_at), VISITOR_DATES) })}
        </p>
      ) : (
        <>
          <Field label={t('repairer.workDone')} isRequired fault={faults.note}>
            {(props) => (
              <textarea
                {...props}
                rows={3}
                maxLength={MAX_NOTE}
                value={note}
                onChange={(event) => setNote(event.currentTarget.value)}
              />
            )}
          </Field>
          <span>
            <Button kind="primary" disabled={isBusy} onClick={finish}>
              {t('repairer.reportDone')}
            </Button>
          </span>
        </>
      )}
    </LinkPart>
  );
}
