import { EMPTY_MAPPING, type JsonMapping, MAPPING_PRESET_NAMES } from '@roadworthy/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { Field } from '../../ui/field/field.tsx';
import { type Faults, FormDialog } from '../../ui/field/form-dialog.tsx';
import { look, row } from '../../ui/look/look.ts';
import { FieldGroup } from '../../ui/resource/bound-fields.tsx';
import { toast } from '../../ui/toast.ts';
import { type Input, type Preview, presetFor, readSample, withMapping } from './data-inputs.ts';
import { AttributeFields, PathSelect, RecordFields } from './data-inputs-mapping-fields.tsx';
import { PreviewedRecords, useProblemText, useStoredTexts } from './data-inputs-preview.tsx';

const GRID = look({ flow: 'stack', columns: 'two', gap: 3, align: 'start' });
const MOST_SAMPLE = 262_144;

/** What the server would store of a sample; null without one. The one before stays until it answers. */
function usePreview(mapping: JsonMapping, sample: string, topic: string): Preview | null {
  const shown = useDeferredValue(JSON.stringify({ mapping, sample, topic }));
  const { data } = useQuery({
    queryKey: ['data_input', 'preview', shown],
    queryFn: ({ signal }) =>
      api.dataInputs.preview({ body: JSON.parse(shown), signal, quiet: true }),
    enabled: sample.trim() !== '',
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return sample.trim() === '' ? null : (data ?? null);
}

/** The errors of the first record that has some, by field. */
function useFaults(preview: Preview | null, saved: Faults): Faults {
  const problemText = useProblemText();
  const problems = preview?.records.find((one) => one.problems.length > 0)?.problems ?? [];
  return {
    ...saved,
    ...Object.fromEntries(problems.map((one) => [one.field, [problemText(one)]])),
  };
}

/** The sample: pasted, or the last message that arrived. */
function SampleFields({
  one,
  sample,
  topic,
  onSample,
}: {
  readonly one: Input;
  readonly sample: string;
  readonly topic: string;
  readonly onSample: (sample: string, topic: string) => void;
}) {
  const { t } = useTranslation();
  const takeLast = async () => {
    const { results } = await api.dataInputs.messages({ params: { id: one.id } });
    const last = results.find(({ is_shortened: isShortened }) => !isShortened);
    if (last === undefined) return void toast.error(t('dataInputs.noMessages'));
    onSample(last.content, last.topic);
  };
  return (
    <FieldGroup title={t('dataInputs.sample')}>
      <Field label={t('dataInputs.sampleText')} hint={t('dataInputs.sampleHint')} fault={undefined}>
        {(props) => (
          <textarea
            {...props}
            rows={8}
            spellCheck={false}
            maxLength={MOST_SAMPLE}
            value={sample}
            onChange={({ currentTarget }) => onSample(currentTarget.value, topic)}
          />
        )}
      </Field>
      <div className={row({ gap: 2, wrap: true })}>
        <Button onClick={() => void takeLast()}>{t('dataInputs.lastMessage')}</Button>
      </div>
      {one.kind === 'mqtt' && (
        <Field label={t('dataInputs.sampleTopic')} fault={undefined}>
          {(props) => (
            <input
              {...props}
              type="text"
              maxLength={500}
              autoComplete="off"
              value={topic}
              onChange={({ currentTarget }) => onSample(sample, currentTarget.value)}
            />
          )}
        </Field>
      )}
    </FieldGroup>
  );
}

/** The mapping of an input: a sample, the path of each field, and what would be stored. */
export function MappingDialog({
  one,
  onDone,
  onClose,
}: {
  readonly one: Input;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const [mapping, setMapping] = useState<JsonMapping>(one.mapping);
  const [{ text, topic }, setSample] = useState({ text: '', topic: '' });
  const [saved, setSaved] = useState<Faults>({});
  const sample = readSample(text, mapping.records);
  const preview = usePreview(mapping, text, topic);
  const faults = useFaults(preview, saved);
  const storedTexts = useStoredTexts();
  const [first] = preview?.records ?? [];
  const stored = first === undefined ? {} : storedTexts(first);
  const change = (changes: Partial<JsonMapping>) =>
    setMapping((before) => ({ ...before, ...changes }));
  const save = async () => {
    await api.dataInputs.change({ params: { id: one.id }, body: withMapping(one, mapping) });
    onDone();
  };
  const fields = { mapping, sample, faults, stored, change };
  return (
    <FormDialog
      title={t('dataInputs.mappingOf', { name: one.name })}
      onSave={save}
      onFaults={setSaved}
      onClose={onClose}
    >
      <SampleFields
        one={one}
        sample={text}
        topic={topic}
        onSample={(next, nextTopic) => setSample({ text: next, topic: nextTopic })}
      />
      {text.trim() !== '' && !sample.isJson && <p role="alert">{t('dataInputs.notJson')}</p>}
      <FieldGroup title={t('dataInputs.format')}>
        <div className={row({ gap: 2, wrap: true })}>
          {MAPPING_PRESET_NAMES.map((preset) => (
            <Button key={preset} onClick={() => setMapping(presetFor(preset, one.kind))}>
              {t('dataInputs.usePreset', { name: t(`dataInputs.preset.${preset}`) })}
            </Button>
          ))}
          <Button onClick={() => setMapping(EMPTY_MAPPING)}>{t('dataInputs.clear')}</Button>
        </div>
        <div className={GRID}>
          <PathSelect
            label={t('dataInputs.records')}
            none={t('dataInputs.wholeMessage')}
            value={mapping.records}
            paths={sample.arrays}
            onChange={(records) => change({ records })}
          />
          <PathSelect
            label={t('dataInputs.onlyPath')}
            none={t('dataInputs.allRecords')}
            value={mapping.only_path}
            paths={sample.values}
            onChange={(path) =>
              change({ only_path: path, only_value: path === '' ? '' : mapping.only_value })
            }
          />
          {mapping.only_path !== '' && (
            <Field label={t('dataInputs.onlyValue')} isRequired fault={undefined}>
              {(props) => (
                <input
                  {...props}
                  type="text"
                  maxLength={200}
                  autoComplete="off"
                  value={mapping.only_value}
                  onChange={({ currentTarget }) => change({ only_value: currentTarget.value })}
                />
              )}
            </Field>
          )}
        </div>
      </FieldGroup>
      <RecordFields {...fields} hasTopic={one.kind === 'mqtt'} />
      <AttributeFields {...fields} />
      {saved.mapping !== undefined && <p role="alert">{saved.mapping.join(' ')}</p>}
      <FieldGroup title={t('dataInputs.preview')}>
        <PreviewedRecords preview={preview} />
      </FieldGroup>
    </FormDialog>
  );
}
