import type { AnswerOf, contract } from '@roadworthy/contract';
import { formatDateTime } from '@roadworthy/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { addDays } from '../../ui/date-range/calendar.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/field/form-dialog.tsx';
import { missing } from '../../ui/field/required.ts';
import { useDialogDraft } from '../../ui/field/use-dialog-draft.ts';
import { look, stack } from '../../ui/look/look.ts';
import { ChoiceField, DayField } from '../../ui/resource/bound-fields.tsx';
import { toast } from '../../ui/toast.ts';
import { driverText } from './driver-planning.ts';
import { useFindingText } from './planning-words.tsx';
import { usePlanDates } from './use-plan.ts';

type Copied = AnswerOf<typeof contract.driverPlanning.copy>;

/** The shifts that were not copied, with the reason of each. */
function LeftOut({
  copied,
  zone,
  onClose,
}: {
  readonly copied: Copied;
  readonly zone: string;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const dates = usePlanDates(zone);
  const textOf = useFindingText(zone);
  return (
    <Dialog
      title={t('planning.copyResult', { count: copied.copied })}
      onClose={onClose}
      actions={(close) => (
        <Button kind="primary" onClick={close}>
          {t('action.ok')}
        </Button>
      )}
    >
      <p>{t('planning.copyLeftOut', { count: copied.left_out.length })}</p>
      <ul className={stack({ columns: 'one', gap: 2, margin: 0, padding: 0, list: true })}>
        {copied.left_out.map((one) => (
          <li key={`${one.driver.id} ${one.start}`} className={look({ breaks: true })}>
            <strong>{`${driverText(one.driver)}, ${formatDateTime(Date.parse(one.start), dates)}`}</strong>
            <br />
            {textOf(one.finding)}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** Copies the shifts of a day or a week to other days. */
export function CopyDialog({
  week,
  zone,
  depot,
  onDone,
  onClose,
}: {
  /** The Monday of the shown week. */
  readonly week: string;
  readonly zone: string;
  readonly depot: number | null;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState<Copied | null>(null);
  const { form, setFaults } = useDialogDraft({
    days: 7 as 1 | 7,
    from: week,
    to: addDays(week, 7),
  });
  const save = async () => {
    const found = missing(form.draft, ['from', 'to'], t);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const answer = await api.driverPlanning.copy({ body: { ...form.draft, driver: null, depot } });
    onDone();
    if (answer.left_out.length > 0) setCopied(answer);
    else {
      toast.success(t('planning.copyResult', { count: answer.copied }));
      onClose();
    }
  };
  if (copied !== null) return <LeftOut copied={copied} zone={zone} onClose={onClose} />;
  return (
    <FormDialog
      title={t('planning.copy')}
      action={t('planning.copyAction')}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <ChoiceField
        form={form}
        name="days"
        label={t('planning.copyWhat')}
        isRequired
        options={([7, 1] as const).map((value) => ({
          value,
          label: t(value === 7 ? 'planning.copyWeek' : 'planning.copyOneDay'),
        }))}
      />
      <div className="resource-pair">
        <DayField form={form} name="from" label={t('planning.copyFrom')} isRequired />
        <DayField form={form} name="to" label={t('planning.copyTo')} isRequired />
      </div>
      <p className="field-hint">{t('planning.copyHint')}</p>
    </FormDialog>
  );
}
