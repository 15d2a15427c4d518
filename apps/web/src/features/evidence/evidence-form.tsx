import { EVIDENCE_SCOPES, type EvidenceScope } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { today } from '../../ui/date-range/calendar.ts';
import { useDisplay } from '../../ui/display.ts';
import { type Faults, FormDialog } from '../../ui/field/form-dialog.tsx';
import { ChoiceField, DayField } from '../../ui/resource/bound-fields.tsx';
import { toast } from '../../ui/toast.ts';
import type { ChosenVehicle } from '../../ui/vehicle-autocomplete/vehicle-autocomplete.tsx';
import { VehicleField } from '../../ui/vehicle-autocomplete/vehicle-field.tsx';

/** Records of maintenance are kept for 15 months at least. */
const MONTHS = 15;

/** The day some months before a day, YYYY-MM-DD. */
function monthsBefore(day: string, months: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - months);
  return date.toISOString().slice(0, 10);
}

const idOf = (text: string) => (text === '' ? null : Number(text));

/** Requests an evidence pack: what it is about, and its period. */
export function EvidenceForm({
  vehicle,
  onDone,
  onClose,
}: {
  /** The vehicle that is selected at first. */
  readonly vehicle: ChosenVehicle | null;
  readonly onDone: () => Promise<unknown>;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { timeZone } = useDisplay().dates;
  const last = today(timeZone);
  const { data: depots = [] } = useQuery({
    queryKey: ['record-choices', 'depots'],
    queryFn: ({ signal }) => api.vehicleFile.depots({ signal }),
  });
  const [draft, setDraft] = useState({
    scope: 'vehicle' as EvidenceScope,
    vehicle,
    depot: '',
    starts_on: monthsBefore(last, MONTHS),
    ends_on: last,
  });
  const [faults, setFaults] = useState<Faults>({});
  const change = (changes: Partial<typeof draft>) => setDraft({ ...draft, ...changes });
  const form = { draft, faults, change };
  const save = async () => {
    setFaults({});
    const { scope, starts_on, ends_on } = draft;
    await api.evidence.create({
      body: {
        scope,
        vehicle: scope === 'vehicle' ? (draft.vehicle?.id ?? null) : null,
        depot: scope === 'depot' ? idOf(draft.depot) : null,
        starts_on,
        ends_on,
        time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      },
    });
    toast.success(t('evidence.requested'));
    await onDone();
    onClose();
  };
  return (
    <FormDialog
      title={t('evidence.new')}
      action={t('evidence.create')}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <ChoiceField
        form={form}
        name="scope"
        label={t('evidence.scope')}
        isRequired
        options={EVIDENCE_SCOPES.map((value) => ({ value, label: t(`evidence.scope.${value}`) }))}
      />
      {draft.scope === 'vehicle' && (
        <VehicleField
          label={t('evidence.vehicle')}
          isRequired
          fault={faults.vehicle}
          selected={draft.vehicle}
          onChange={(selected) => change({ vehicle: selected })}
        />
      )}
      {draft.scope === 'depot' && (
        <ChoiceField
          form={form}
          name="depot"
          label={t('evidence.depot')}
          isRequired
          none={t('evidence.chooseDepot')}
          options={depots.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
      <DayField form={form} name="starts_on" label={t('evidence.startsOn')} isRequired />
      <DayField form={form} name="ends_on" label={t('evidence.endsOn')} isRequired />
      <p className="field-hint">{t('evidence.hint')}</p>
    </FormDialog>
  );
}
