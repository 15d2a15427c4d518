import type { CheckType } from '@roadworthy/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { today } from '../../../ui/date-range/calendar.ts';
import { useDisplay } from '../../../ui/display.ts';
import { Field } from '../../../ui/field/field.tsx';
import { type Faults, FormDialog } from '../../../ui/field/form-dialog.tsx';
import { MonthSelect } from '../../../ui/select/month-select.tsx';
import { Select } from '../../../ui/select/select.tsx';
import { browserZone } from '../browser-zone.ts';
import { MONTH_DOCUMENTS_KEY, MonthList } from './month-list.tsx';

/** Types of reports available as a monthly PDF. */
export const MONTH_TYPES: readonly CheckType[] = ['STD', 'AUD', 'HND', 'DRV', 'GTC'];

/**
 * Requests all reports of a depot of one type in a month as one PDF. The dialog can be closed: the
 * server creates the document, and the list shows it whenever the dialog is opened again.
 */
export function MonthDialog({
  depotId,
  first,
  onClose,
}: {
  readonly depotId: number;
  /** The preselected type. */
  readonly first: CheckType;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { timeZone } = useDisplay().dates;
  const thisMonth = today(timeZone).slice(0, 7);
  const [month, setMonth] = useState(thisMonth);
  const [type, setType] = useState<CheckType>(first);
  const [faults, setFaults] = useState<Faults>({});
  const save = async () => {
    setFaults({});
    await api.vehicleCheck.createMonthDocument({
      body: { depot: depotId, month, type, time_zone: browserZone() },
    });
    await queries.invalidateQueries({ queryKey: MONTH_DOCUMENTS_KEY });
  };
  return (
    <FormDialog
      title={t('vehicleCheck.monthPdf')}
      onFaults={setFaults}
      onSave={save}
      action={t('vehicleCheck.monthMake')}
      cancelLabel={t('action.close')}
      onClose={onClose}
    >
      <Field label={t('vehicleCheck.month')} fault={faults.month}>
        {(props) => <MonthSelect {...props} last={thisMonth} value={month} onMonth={setMonth} />}
      </Field>
      <Field label={t('vehicleCheck.type')} fault={faults.type}>
        {(props) => (
          <Select
            {...props}
            value={type}
            onChange={(event) => setType(event.currentTarget.value as CheckType)}
          >
            {MONTH_TYPES.map((one) => (
              <option key={one} value={one}>
                {t(`vehicleCheck.list.${one}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <p className="field-hint">{t('vehicleCheck.monthHint')}</p>
      <MonthList />
    </FormDialog>
  );
}
