import type { AnswerOf, contract } from '@roadworthy/contract';
import { IMPORT_MAPPING_NAME_MAX } from '@roadworthy/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Button } from '../button/button.tsx';
import { ConfirmDialog } from '../dialog.tsx';
import { Field } from '../field/field.tsx';
import { type Faults, faultsOf } from '../field/form-dialog.tsx';
import { look } from '../look/look.ts';
import { Select } from '../select/select.tsx';
import { toast } from '../toast.ts';
import type { ChosenColumns, ImportKind, ImportPreview } from './import-call.ts';

type Saved = AnswerOf<typeof contract.importMappings.list>['results'][number];

const NONE: readonly Saved[] = [];

/** The saved columns of a list, and the actions that change them. */
function useSavedColumns(kind: ImportKind, customer: number | null) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [faults, setFaults] = useState<Faults>({});
  const of = customer === null ? {} : { customer };
  const queryKey = ['import_mapping', kind, customer];
  const read = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.importMappings.list({ query: { kind, ...of }, signal }),
  });
  /** Shows the errors of the name at its field, others as a message. */
  const run = async (text: string, name: string, work: () => Promise<void>) => {
    setFaults({});
    try {
      await work();
      toast.success(text, { subject: name });
    } catch (error) {
      const found = faultsOf(error);
      if (found?.name === undefined) toast.error((error as Error).message);
      else setFaults(found);
    }
    await client.invalidateQueries({ queryKey });
  };
  return {
    all: read.data?.results ?? NONE,
    faults,
    setFaults,
    create: (body: Pick<Saved, 'name' | 'headings' | 'mapping'>, done: (one: Saved) => void) =>
      run(t('import.columns.savedToast'), body.name, async () =>
        done(await api.importMappings.create({ body: { kind, ...of, ...body } })),
      ),
    change: (
      { id, version }: Saved,
      body: Pick<Saved, 'name' | 'headings' | 'mapping'>,
      done: (one: Saved) => void,
    ) =>
      run(t('import.columns.savedToast'), body.name, async () =>
        done(await api.importMappings.change({ params: { id }, body: { ...body, version } })),
      ),
    remove: ({ id, name }: Saved, done: () => void) =>
      run(t('toast.removed'), name, async () => {
        await api.importMappings.remove({ params: { id } });
        done();
      }),
  };
}

export interface ImportColumnsProps {
  readonly kind: ImportKind;
  readonly customer: number | null;
  readonly preview: ImportPreview;
  readonly columns: ChosenColumns;
  readonly onColumns: (columns: ChosenColumns) => void;
}

/** Chooses saved columns for the file; saves those on screen, renames and deletes them. */
export function SavedColumns({ kind, customer, preview, columns, onColumns }: ImportColumnsProps) {
  const { t } = useTranslation();
  const saved = useSavedColumns(kind, customer);
  // Stays while the person changes its columns.
  const [chosen, setChosen] = useState(columns.saved ?? preview.saved?.id ?? null);
  const one = saved.all.find(({ id }) => id === chosen);
  const [typed, setTyped] = useState<string | null>(null);
  const [isAsked, setIsAsked] = useState(false);
  const name = typed ?? one?.name ?? '';
  const use = (id: number | null) => {
    setChosen(id);
    setTyped(null);
    saved.setFaults({});
  };
  const body = { name: name.trim(), headings: preview.headings, mapping: preview.mapping };
  const done = ({ id }: Saved) => {
    use(id);
    onColumns({ mapping: null, saved: id });
  };
  const save = (isNew: boolean) => {
    if (body.name === '') return saved.setFaults({ name: [t('import.columns.nameMissing')] });
    void (isNew || one === undefined ? saved.create(body, done) : saved.change(one, body, done));
  };
  return (
    <div className={look({ flow: 'stack', gap: 2 })}>
      <div className={look({ flow: 'stack', columns: 'two', gap: 3, align: 'start' })}>
        <Field label={t('import.columns.saved')} fault={undefined}>
          {(props) => (
            <Select
              {...props}
              value={chosen ?? ''}
              onChange={({ currentTarget: { value } }) => {
                const id = value === '' ? null : Number(value);
                use(id);
                // Without columns, they are found by the headings.
                const byHeadings = { ...preview.mapping, columns: {} };
                onColumns({ mapping: id === null ? byHeadings : null, saved: id });
              }}
            >
              <option value="">{t('import.columns.byHeadings')}</option>
              {saved.all.map(({ id, name: label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field
          label={t('import.columns.name')}
          hint={t('import.columns.nameHint')}
          fault={saved.faults.name}
        >
          {(props) => (
            <input
              {...props}
              type="text"
              maxLength={IMPORT_MAPPING_NAME_MAX}
              value={name}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
        </Field>
      </div>
      <div className={look({ flow: 'row', wrap: true, gap: 2 })}>
        {one !== undefined && (
          <Button onClick={() => save(false)}>{t('import.columns.change')}</Button>
        )}
        <Button onClick={() => save(true)}>
          {t(one === undefined ? 'import.columns.save' : 'import.columns.saveNew')}
        </Button>
        {one !== undefined && (
          <Button onClick={() => setIsAsked(true)}>{t('import.columns.remove')}</Button>
        )}
      </div>
      {isAsked && one !== undefined && (
        <ConfirmDialog
          title={t('import.columns.remove')}
          message={t('import.columns.removeText', { name: one.name })}
          confirmLabel={t('import.columns.remove')}
          onAnswer={(isConfirmed) => {
            setIsAsked(false);
            if (!isConfirmed) return;
            void saved.remove(one, () => {
              use(null);
              onColumns({ mapping: preview.mapping, saved: null });
            });
          }}
        />
      )}
    </div>
  );
}
