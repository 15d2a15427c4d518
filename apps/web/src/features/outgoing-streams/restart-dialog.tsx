import {
  fromLocalMinute,
  OUTGOING_STREAM_STARTS,
  type OutgoingStreamStart,
  toApiDateTime,
} from '@roadworthy/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { DateTimeInput } from '../../ui/date-field/date-time-input.tsx';
import { useDisplay } from '../../ui/display.ts';
import { Field } from '../../ui/field/field.tsx';
import { type Faults, FormDialog } from '../../ui/field/form-dialog.tsx';
import { requiredFault } from '../../ui/field/required.ts';
import { Popover } from '../../ui/popover/popover.tsx';
import { ChoiceField } from '../../ui/resource/bound-fields.tsx';
import type { Stream } from './outgoing-streams.ts';

/** Begins a stream again: now, at a time, or with all existing records. */
export function RestartDialog({
  one,
  onDone,
  onClose,
}: {
  readonly one: Stream;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const [draft, setDraft] = useState<{ start: OutgoingStreamStart; from: string }>({
    start: 'now',
    from: '',
  });
  const [faults, setFaults] = useState<Faults>({});
  const change = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }));
  const save = async () => {
    const { start } = draft;
    if (start === 'date' && draft.from === '') return setFaults({ from: requiredFault(t) });
    const isDate = start === 'date';
    const from = isDate ? toApiDateTime(fromLocalMinute(draft.from, dates.timeZone)) : null;
    await api.outgoingStreams.restart({ params: { id: one.id }, body: { start, from } });
    onDone();
  };
  return (
    <FormDialog
      title={t('outgoingStreams.restart')}
      action={t('outgoingStreams.restartNow')}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <ChoiceField
        form={{ draft, faults, change }}
        name="start"
        label={t('outgoingStreams.start')}
        hint={t(`outgoingStreams.startHint.${draft.start}`)}
        options={OUTGOING_STREAM_STARTS.map((value) => ({
          value,
          label: t(`outgoingStreams.start.${value}`),
        }))}
      />
      {draft.start === 'date' && (
        <Field label={t('outgoingStreams.from')} fault={faults.from} isRequired>
          {(props) => (
            <DateTimeInput
              {...props}
              label={t('outgoingStreams.from')}
              dates={dates}
              t={t}
              Opener={Popover}
              value={draft.from}
              onChange={(from) => change({ from })}
            />
          )}
        </Field>
      )}
    </FormDialog>
  );
}
