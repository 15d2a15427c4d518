import { DRIVER_DOCUMENT_KINDS, type DriverDocumentKind } from '@roadworthy/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, api, callHeaders, pathOf } from '../../api/client.ts';
import { fetched } from '../../api/fetched.ts';
import { Field } from '../../ui/field/field.tsx';
import { type Faults, FormDialog } from '../../ui/field/form-dialog.tsx';
import { missing } from '../../ui/field/required.ts';
import { Select } from '../../ui/select/select.tsx';
import { toast } from '../../ui/toast.ts';
import { type DocumentDraft, draftOf, REQUIRED_OF, valuesOf } from './document-draft.ts';
import { DocumentFields } from './document-fields.tsx';
import type { DriverDocument, DriverFile } from './drivers-file.ts';

/** Attaches the proof of a document. */
async function attach(id: number, file: File): Promise<void> {
  const body = new FormData();
  body.append('document', file, file.name);
  await fetched(addressOf(pathOf('driversFile', 'addProof'), { params: { id } }), {
    method: 'POST',
    headers: { Accept: 'application/json', ...callHeaders() },
    body,
  });
}

/** Adds a document to a driver's file, or corrects one. */
export function DocumentDialog({
  file,
  one,
  firstKind,
  onDone,
  onClose,
}: {
  readonly file: DriverFile;
  /** Null for a new document. */
  readonly one: DriverDocument | null;
  readonly firstKind: DriverDocumentKind;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const previous = (kind: DriverDocumentKind) =>
    file.documents.find((document) => document.kind === kind && kind === 'licence') ?? null;
  const [kind, setKind] = useState(one?.kind ?? firstKind);
  const [draft, setDraft] = useState<DocumentDraft>(() => draftOf(one, previous(kind)));
  const [faults, setFaults] = useState<Faults>({});
  const change = (changes: Partial<DocumentDraft>) => setDraft((now) => ({ ...now, ...changes }));
  const save = async () => {
    const found = missing(draft, REQUIRED_OF[kind] ?? [], t);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const values = valuesOf(draft);
    const saved =
      one === null
        ? await api.driversFile.create({
            params: { id: file.driver.id },
            body: { kind, ...values },
          })
        : await api.driversFile.change({
            params: { id: one.id },
            body: { ...values, version: one.version },
          });
    toast.success(t('driversFile.saved'));
    // The document is stored by now: a file that cannot be used is told apart from it.
    if (draft.proof !== null) {
      await attach(saved.id, draft.proof).catch((error: Error) =>
        toast.error(t('driversFile.proofFailed', { reason: error.message })),
      );
    }
    onDone();
    onClose();
  };
  return (
    <FormDialog
      title={t(one === null ? 'driversFile.add' : 'driversFile.edit')}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <Field label={t('driversFile.kind')} isRequired fault={faults.kind}>
        {(props) => (
          <Select
            {...props}
            value={kind}
            disabled={one !== null}
            onChange={({ currentTarget: { value } }) => {
              const chosen = DRIVER_DOCUMENT_KINDS.find((name) => name === value) ?? kind;
              setKind(chosen);
              setFaults({});
              if (chosen === 'licence') setDraft(draftOf(null, previous(chosen)));
            }}
          >
            {DRIVER_DOCUMENT_KINDS.map((value) => (
              <option key={value} value={value}>
                {t(`driversFile.kind.${value}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <DocumentFields kind={kind} form={{ draft, faults, change }} />
    </FormDialog>
  );
}
