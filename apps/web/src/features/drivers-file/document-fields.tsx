import type { DriverDocumentKind } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import type { Faults } from '../../ui/field/form-dialog.tsx';
import { FileDrop } from '../../ui/file-button/file-drop.tsx';
import { look } from '../../ui/look/look.ts';
import { DayField, SwitchField, TextField } from '../../ui/resource/bound-fields.tsx';
import {
  type CategoryDraft,
  type DocumentDraft,
  FIELDS_OF,
  type PointsDraft,
  REQUIRED_OF,
} from './document-draft.ts';

/** A draft with its errors, as bound fields take it. */
export interface DocumentForm {
  readonly draft: DocumentDraft;
  readonly faults: Faults;
  readonly change: (changes: Partial<DocumentDraft>) => void;
}

const PROOFS = 'image/jpeg,image/png,image/webp,application/pdf';

/** Rows of fields of which a person adds and removes some. */
function Rows<Row extends { readonly key: number }>({
  texts,
  rows,
  empty,
  fault,
  Fields,
  onChange,
}: {
  /** Prefix of `.title`, `.row`, `.add` and `.remove`. */
  readonly texts: string;
  readonly rows: readonly Row[];
  readonly empty: Omit<Row, 'key'>;
  readonly fault: readonly string[] | undefined;
  readonly Fields: (props: {
    readonly row: Row;
    readonly change: (changes: Partial<Row>) => void;
  }) => React.ReactNode;
  readonly onChange: (rows: readonly Row[]) => void;
}) {
  const { t } = useTranslation();
  const next = Math.max(-1, ...rows.map(({ key }) => key)) + 1;
  return (
    <section className={look({ flow: 'stack', columns: 'one', gap: 3 })}>
      <h3 className={look({ margin: 0 })}>{t(`${texts}.title`)}</h3>
      {rows.map((row, n) => (
        <fieldset
          key={row.key}
          className={look({
            flow: 'stack',
            columns: 'one',
            gap: 2,
            padding: 3,
            border: 'line',
            radius: 'medium',
            margin: 0,
          })}
        >
          <legend className="visually-hidden">{t(`${texts}.row`, { place: n + 1 })}</legend>
          <Fields
            row={row}
            change={(changes) =>
              onChange(rows.map((one) => (one.key === row.key ? { ...one, ...changes } : one)))
            }
          />
          <Button
            kind="link"
            aria-label={t(`${texts}.remove`, { place: n + 1 })}
            onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
          >
            {t('driversFile.removeRow')}
          </Button>
        </fieldset>
      ))}
      {fault !== undefined && (
        <p className="field-fault" role="alert">
          {fault.join(' ')}
        </p>
      )}
      <Button onClick={() => onChange([...rows, { ...empty, key: next } as Row])}>
        {t(`${texts}.add`)}
      </Button>
    </section>
  );
}

function CategoryFields({
  row,
  change,
}: {
  readonly row: CategoryDraft;
  readonly change: (changes: Partial<CategoryDraft>) => void;
}) {
  const { t } = useTranslation();
  const form = { draft: row, faults: {}, change };
  return (
    <>
      <TextField form={form} name="category" label={t('driversFile.category')} maxLength={4} />
      <DayField form={form} name="expires_on" label={t('driversFile.expiresOn')} />
      <TextField
        form={form}
        name="codes"
        label={t('driversFile.codes')}
        hint={t('driversFile.codesHint')}
        maxLength={80}
      />
    </>
  );
}

function PointsFields({
  row,
  change,
}: {
  readonly row: PointsDraft;
  readonly change: (changes: Partial<PointsDraft>) => void;
}) {
  const { t } = useTranslation();
  const form = { draft: row, faults: {}, change };
  return (
    <>
      <DayField form={form} name="on" label={t('driversFile.offenceOn')} />
      <TextField form={form} name="points" type="number" label={t('driversFile.points')} />
      <TextField form={form} name="code" label={t('driversFile.endorsement')} maxLength={4} />
    </>
  );
}

/** The fields of a document of a kind. */
export function DocumentFields({
  kind,
  form,
}: {
  readonly kind: DriverDocumentKind;
  readonly form: DocumentForm;
}) {
  const { t } = useTranslation();
  const { draft, faults, change } = form;
  // A kind may have its own name for a field, such as the day of a check.
  const labelOf = (name: (typeof FIELDS_OF)[DriverDocumentKind][number]) =>
    t([`driversFile.field.${name}.${kind}`, `driversFile.field.${name}`]);
  const isRequired = (name: string) => (REQUIRED_OF[kind] ?? []).some((one) => one === name);
  return (
    <>
      {FIELDS_OF[kind].map((name) => {
        if (name === 'categories') {
          return (
            <Rows
              key={name}
              texts="driversFile.categories"
              rows={draft.categories}
              empty={{ category: '', expires_on: '', codes: '' }}
              fault={faults.categories}
              Fields={CategoryFields}
              onChange={(categories) => change({ categories })}
            />
          );
        }
        if (name === 'points') {
          return (
            <Rows
              key={name}
              texts="driversFile.pointsList"
              rows={draft.points}
              empty={{ on: '', points: '', code: '' }}
              fault={faults.points}
              Fields={PointsFields}
              onChange={(points) => change({ points })}
            />
          );
        }
        const bound = { form, name, label: labelOf(name), isRequired: isRequired(name) };
        return name === 'issued_on' || name === 'expires_on' ? (
          <DayField key={name} {...bound} />
        ) : (
          <TextField
            key={name}
            {...bound}
            type={name === 'hours' ? 'number' : 'text'}
            maxLength={name === 'country' ? 2 : 120}
          />
        );
      })}
      <TextField form={form} name="note" label={t('driversFile.field.note')} maxLength={500} />
      <FileDrop
        accept={PROOFS}
        hint={t('driversFile.proofHint')}
        file={draft.proof}
        isDisabled={false}
        onFile={(proof) => change({ proof })}
      />
      {faults.document !== undefined && (
        <p className="field-fault" role="alert">
          {faults.document.join(' ')}
        </p>
      )}
      <SwitchField form={form} name="is_checked" label={t('driversFile.isChecked')} />
    </>
  );
}
