import type { AnswerOf, contract } from '@roadworthy/contract';
import { BRAKE_CATEGORIES, VEHICLE_USES } from '@roadworthy/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { type Faults, FormDialog } from '../../ui/field/form-dialog.tsx';
import { look } from '../../ui/look/look.ts';
import { FieldGroup, TextField } from '../../ui/resource/bound-fields.tsx';
import { toast } from '../../ui/toast.ts';

type Settings = AnswerOf<typeof contract.brakeTests.settings>;
type Draft = Readonly<Record<string, string>>;

const PAIR = look({ columns: 'two', flow: 'stack', gap: 3 });
const BRAKES = ['service', 'secondary', 'parking'] as const;
const FIGURES = [
  'imbalance',
  'imbalance_steered',
  'load',
  'load_least',
  'warming',
  'warming_difference',
  'tests_per_year',
  'due_days',
] as const;

/** The settings as texts by the names of their fields. */
function draftOf({ limits, use_weeks: weeks }: Settings): Draft {
  const text = (value: number | null) => (value === null ? '' : String(value));
  return Object.fromEntries([
    ...FIGURES.map((name) => [name, text(limits[name])]),
    ...BRAKE_CATEGORIES.flatMap((category) =>
      BRAKES.map((brake) => [`${category}_${brake}`, text(limits.categories[category][brake])]),
    ),
    ...VEHICLE_USES.map((use) => [`use_${use}`, text(weeks[use])]),
  ]);
}

function settingsOf(draft: Draft): Settings {
  const number = (name: string) => Number(draft[name]);
  const category = (name: string) => ({
    service: number(`${name}_service`),
    secondary:
      (draft[`${name}_secondary`] ?? '').trim() === '' ? null : number(`${name}_secondary`),
    parking: number(`${name}_parking`),
  });
  const weeks = (use: string) => number(`use_${use}`);
  return {
    limits: {
      categories: {
        goods: category('goods'),
        trailer: category('trailer'),
        psv: category('psv'),
        light: category('light'),
      },
      imbalance: number('imbalance'),
      imbalance_steered: number('imbalance_steered'),
      load: number('load'),
      load_least: number('load_least'),
      warming: number('warming'),
      warming_difference: number('warming_difference'),
      tests_per_year: number('tests_per_year'),
      due_days: number('due_days'),
    },
    use_weeks: {
      light: weeks('light'),
      general: weeks('general'),
      arduous: weeks('arduous'),
      off_road: weeks('off_road'),
    },
  };
}

function Form({ first, onClose }: { readonly first: Settings; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(first));
  const [faults, setFaults] = useState<Faults>({});
  const form = {
    draft,
    faults,
    change: (changes: Partial<Draft>) => setDraft({ ...draft, ...changes } as Draft),
  };
  const save = async () => {
    setFaults({});
    const empty = Object.keys(draft).filter(
      (name) => draft[name]?.trim() === '' && !name.endsWith('_secondary'),
    );
    if (empty.length > 0) {
      setFaults(Object.fromEntries(empty.map((name) => [name, [t('brakes.enterNumber')]])));
      return;
    }
    await api.brakeTests.changeSettings({ body: settingsOf(draft) });
    await client.invalidateQueries({ queryKey: ['brake-tests'] });
    await client.invalidateQueries({ queryKey: ['brake_test'] });
    toast.success(t('brakes.settingsSaved'));
    onClose();
  };
  const field = (name: string, label: string) => (
    <TextField key={name} form={form} name={name} type="number" label={label} />
  );
  return (
    <FormDialog title={t('brakes.settings')} onSave={save} onFaults={setFaults} onClose={onClose}>
      <p>{t('brakes.settingsText')}</p>
      {BRAKE_CATEGORIES.map((category) => (
        <FieldGroup key={category} title={t(`brakes.category.${category}`)}>
          <div className={PAIR}>
            {BRAKES.map((brake) => field(`${category}_${brake}`, t(`brakes.least.${brake}`)))}
          </div>
        </FieldGroup>
      ))}
      <FieldGroup title={t('brakes.otherLimits')}>
        <div className={PAIR}>{FIGURES.map((name) => field(name, t(`brakes.limit.${name}`)))}</div>
      </FieldGroup>
      <FieldGroup title={t('brakes.useWeeks')}>
        <div className={PAIR}>
          {VEHICLE_USES.map((use) => field(`use_${use}`, t(`brakes.use.${use}`)))}
        </div>
      </FieldGroup>
    </FormDialog>
  );
}

/** Limits of brake tests and longest inspection intervals by use; for administrators. */
export function BrakeSettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const settings = useQuery({
    queryKey: ['brake-tests', 'settings'],
    queryFn: ({ signal }) => api.brakeTests.settings({ signal }),
  });
  if (settings.data === undefined) return null;
  return <Form first={settings.data} onClose={onClose} />;
}
