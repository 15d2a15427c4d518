import { INSPECTION_SHEETS, sheetFor, sheetOf } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { DateTimeInput } from '../../ui/date-field/date-time-input.tsx';
import { useDisplay } from '../../ui/display.ts';
import { Field } from '../../ui/field/field.tsx';
import { knownText } from '../../ui/known-text.ts';
import { look, row } from '../../ui/look/look.ts';
import { PhotographsField } from '../../ui/photo-picker/photographs-field.tsx';
import { Popover } from '../../ui/popover/popover.tsx';
import { ChoiceField, FieldGroup, TextField } from '../../ui/resource/bound-fields.tsx';
import type { FormProps } from '../../ui/resource/resource.ts';
import { SignatureSection } from '../../ui/signature-pad/signature-section.tsx';
import { tyrePosition } from '../../ui/tyre-position.ts';
import { VehicleField } from '../../ui/vehicle-autocomplete/vehicle-field.tsx';
import { BrakeTestFields } from '../brake-tests/brake-test-fields.tsx';
import { InspectorField } from '../brake-tests/inspector-field.tsx';
import { NoteList } from '../records/record/note-list.tsx';
import type { Inspection } from '../records/record/use-record.ts';
import { type InspectionDraft, ITEM_RESULTS } from './inspection-draft.ts';

type Form = FormProps<InspectionDraft, Inspection>;

const PAIR = look({ columns: 'two', flow: 'stack', gap: 3 });

function Items({ draft, faults, change }: Form) {
  const { t } = useTranslation();
  if (draft.sheet === null) return null;
  const sections = sheetOf(draft.sheet);
  const options = ITEM_RESULTS.map((value) => ({ value, label: t(`inspections.result.${value}`) }));
  const markRest = () => {
    const names = sections.flatMap((one) => one.names);
    const rest = names.filter((name) => draft.results[name] == null);
    const inOrder = Object.fromEntries(rest.map((name) => [name, 'ok' as const]));
    change({ results: { ...draft.results, ...inOrder } });
  };
  return (
    <>
      <div className={row()}>
        <Button onClick={markRest}>{t('inspections.markRest')}</Button>
      </div>
      {faults.items !== undefined && (
        <p className="field-fault" role="alert">
          {faults.items.join(' ')}
        </p>
      )}
      {sections.map(({ names, section }) => (
        <FieldGroup key={section} title={knownText(section, t)}>
          {names.map((name) => {
            const result = draft.results[name] ?? null;
            return (
              <div key={name}>
                <ChoiceField
                  form={{
                    draft: { [name]: result },
                    faults: {},
                    change: (one) => change({ results: { ...draft.results, ...one } }),
                  }}
                  name={name}
                  label={knownText(name, t)}
                  options={options}
                  none=""
                />
                {(result === 'defect' || result === 'repaired') && (
                  <TextField
                    form={{
                      draft: { [name]: draft.notes[name] ?? '' },
                      faults: {},
                      change: (one) =>
                        change({ notes: { ...draft.notes, [name]: one[name] ?? '' } }),
                    }}
                    name={name}
                    label={t('inspections.noteOf', { item: knownText(name, t) })}
                    maxLength={500}
                  />
                )}
              </div>
            );
          })}
        </FieldGroup>
      ))}
    </>
  );
}

function Tyres({ draft, change }: Form) {
  const { t } = useTranslation();
  const wheels = draft.known?.tyre_positions ?? [];
  if (wheels.length === 0) return null;
  return (
    <FieldGroup title={t('record.tyres')}>
      <div className={PAIR}>
        {wheels.flatMap((position) => {
          const tyre = draft.tyres[position] ?? { tread: '', pressure: '' };
          const form = {
            draft: tyre,
            faults: {},
            change: (one: Partial<typeof tyre>) =>
              change({ tyres: { ...draft.tyres, [position]: { ...tyre, ...one } } }),
          };
          const where = tyrePosition(position, t);
          return (['tread', 'pressure'] as const).map((name) => (
            <TextField
              key={`${position} ${name}`}
              form={form}
              name={name}
              type="number"
              label={t(`inspections.tyre.${name}`, { position: where })}
            />
          ));
        })}
      </div>
    </FieldGroup>
  );
}

/** The notes about faults that wait for this inspection, with their answers. */
function FaultNotes({ draft, faults, change }: Form) {
  const { t } = useTranslation();
  const vehicle = draft.vehicle?.id ?? 0;
  const { data } = useQuery({
    queryKey: ['fault', 'notes', vehicle],
    enabled: vehicle > 0,
    queryFn: ({ signal }) => api.faults.notes({ query: { vehicle }, signal, quiet: true }),
  });
  if (data === undefined || data.results.length === 0) return null;
  return (
    <FieldGroup title={t('inspections.faultNotes')}>
      <NoteList notes={data.results} />
      {data.results.map(({ id, note }) => (
        <TextField
          key={id}
          form={{
            draft: { answer: draft.answers[id] ?? '' },
            faults: faults.fault_notes === undefined ? {} : { answer: faults.fault_notes },
            change: ({ answer = '' }) => change({ answers: { ...draft.answers, [id]: answer } }),
          }}
          name="answer"
          label={t('inspections.noteAnswer', { note })}
          hint={t('inspections.noteAnswerHint')}
          maxLength={500}
        />
      ))}
    </FieldGroup>
  );
}

function BrakePart({ draft, faults, change }: Form) {
  const { t } = useTranslation();
  if (draft.known === null) return null;
  const { category, limits } = draft.known;
  return (
    <FieldGroup title={t('record.brakes')}>
      <BrakeTestFields
        form={{
          draft: draft.brakes,
          faults,
          change: (changes) => change({ brakes: { ...draft.brakes, ...changes } }),
        }}
        category={category}
        limits={limits}
        none={t('inspections.noBrakes')}
      />
    </FieldGroup>
  );
}

/** Reads what the form needs to know of the vehicle, and takes the sheet of its kind. */
function useKnownVehicle({ draft, change }: Form) {
  const id = draft.vehicle?.id ?? 0;
  const { data, error, refetch } = useQuery({
    queryKey: ['brake-tests', id],
    enabled: id > 0,
    queryFn: ({ signal }) => api.brakeTests.vehicle({ params: { id }, signal, quiet: true }),
  });
  const isNew = data !== undefined && draft.known === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each vehicle that is chosen
  useEffect(() => {
    if (!isNew) return;
    change({ known: data, sheet: draft.sheet ?? sheetFor(data.kind, data.category) });
  }, [isNew]);
  return { error, refetch };
}

/**
 * A safety inspection by hand: the items of the sheet of the vehicle, tyres, brakes, and the declaration.
 * Once saved, only the steps of its review change it.
 */
export function InspectionFields(form: Form) {
  const { t } = useTranslation();
  const { dates, unit } = useDisplay();
  const { draft, faults, change } = form;
  const { error, refetch } = useKnownVehicle(form);
  if (form.one !== null) return null;
  return (
    <>
      <VehicleField
        label={t('recordList.registration')}
        isRequired
        fault={faults.vehicle}
        selected={draft.vehicle}
        onChange={(vehicle) => change({ vehicle, known: null, sheet: null, tyres: {} })}
      />
      {error !== null && (
        <p className="field-fault" role="alert">
          {error.message} <Button onClick={() => void refetch()}>{t('action.retry')}</Button>
        </p>
      )}
      <ChoiceField
        form={form}
        name="sheet"
        label={t('inspections.sheet')}
        isRequired
        options={INSPECTION_SHEETS.map((value) => ({
          value,
          label: t(`inspections.sheet.${value}`),
        }))}
      />
      <Field label={t('inspections.inspectedAt')} isRequired fault={faults.inspected_at}>
        {(props) => (
          <DateTimeInput
            {...props}
            label={t('inspections.inspectedAt')}
            value={draft.inspected_at}
            dates={dates}
            Opener={Popover}
            t={t}
            onChange={(value) => change({ inspected_at: value })}
          />
        )}
      </Field>
      <InspectorField form={form} name="inspector" label={t('inspections.inspector')} />
      <TextField form={form} name="place" label={t('brakes.place')} maxLength={120} />
      <TextField
        form={form}
        name="odometer"
        type="number"
        label={t(`inspections.odometer.${unit}`)}
      />
      <FaultNotes {...form} />
      <Items {...form} />
      <Tyres {...form} />
      <BrakePart {...form} />
      <FieldGroup title={t('record.declaration')}>
        <ChoiceField
          form={form}
          name="outcome"
          label={t('inspections.outcome')}
          isRequired
          options={(['roadworthy', 'not_roadworthy'] as const).map((value) => ({
            value,
            label: t(`recordList.resultIs.${value}`),
          }))}
        />
        <p>{t('inspections.declaration')}</p>
        <SignatureSection
          value={draft.signature}
          name={draft.inspector}
          onSign={({ image }) => change({ signature: image })}
        />
        <PhotographsField
          photos={draft.photos}
          fault={faults.photos}
          onChange={(photos) => change({ photos })}
        />
      </FieldGroup>
    </>
  );
}
