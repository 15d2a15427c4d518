import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDisplay } from '../../../ui/display.ts';
import { type Faults, FormDialog } from '../../../ui/field/form-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { saveVor, type VorRecord, vorFormOf } from '../vor-form/records-vor-form.ts';
import { VorFields } from '../vor-form/vor-fields.tsx';
import { useRecordChanged } from './use-record.ts';

/**
 * Marks a vehicle as off the road, or edits the reason.
 *
 * @param entry the existing entry; null for a new one
 * @param defectId the open defect, to which the reason "defect" refers
 */
export function VorDialog({
  vehicleId,
  defectId,
  entry,
  onClose,
}: {
  readonly vehicleId: number;
  readonly defectId: number | null;
  readonly entry: VorRecord | null;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const changed = useRecordChanged();
  const { timeZone } = useDisplay().dates;
  const [form, setForm] = useState(() => vorFormOf(entry, timeZone));
  const [faults, setFaults] = useState<Faults>({});
  return (
    <FormDialog
      title={t(entry === null ? 'record.vor.set' : 'record.vor.change')}
      onClose={onClose}
      onFaults={setFaults}
      onSave={async () => {
        setFaults({});
        await saveVor(form, { vehicleId, defectId, entry, timeZone });
        await changed();
        toast.success(t('record.vor.saved'));
        onClose();
      }}
    >
      <VorFields
        form={form}
        faults={faults}
        entry={entry}
        change={(changes) => setForm((now) => ({ ...now, ...changes }))}
      />
    </FormDialog>
  );
}
