import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/button.tsx';
import { CustomerChoice } from '../customer-choice/customer-choice.tsx';
import { Dialog } from '../dialog.tsx';
import { FileDrop } from '../file-button/file-drop.tsx';
import { CancelButton } from '../form-actions.tsx';
import { later } from '../later/later.tsx';
import { toast } from '../toast.ts';
import { type ImportKind, type ImportPreview, saveImportTemplate } from './import-call.ts';
import { ImportOutcome } from './import-outcome.tsx';
import { useImport } from './use-import.ts';
import './import.css';

const TEMPLATES = ['csv', 'xlsx'] as const;
const columnsPart = later(async () => (await import('./import-columns.tsx')).ImportColumns);

/** The server's error for a file that cannot be imported. */
function FileFaults({ texts }: { readonly texts: readonly string[] }) {
  return (
    <div className="import-refusal" role="alert">
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}

/** How the columns of the file were found, and a button to choose others. */
function FoundColumns({
  preview: { missing, saved },
  isOpen,
  onOpen,
}: {
  readonly preview: ImportPreview;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}) {
  const { t } = useTranslation();
  return (
    <p className="import-templates">
      <span role="status">
        {missing.length > 0
          ? t('import.columns.notFound', { columns: missing.join(', ') })
          : saved === null
            ? t('import.columns.found')
            : t('import.columns.bySaved', { name: saved.name })}
      </span>
      {!isOpen && <Button onClick={onOpen}>{t('import.columns.open')}</Button>}
    </p>
  );
}

/** Files with the headings of the list, to fill in. */
function Templates({ kind }: { readonly kind: ImportKind }) {
  const { t } = useTranslation();
  const template = (format: (typeof TEMPLATES)[number]) =>
    saveImportTemplate(kind, format).catch((error: unknown) => toast.error(String(error)));
  return (
    <div className="import-templates">
      <span>{t('import.template')}</span>
      {TEMPLATES.map((format) => (
        <button key={format} type="button" className="button" onClick={() => void template(format)}>
          {format.toUpperCase()}
        </button>
      ))}
    </div>
  );
}

/**
 * Imports a file into a list (requirement O-P02): first a preview; only if every row is valid, the file
 * can be written, as a whole. A file whose columns are not found asks for them.
 *
 * @param list title of the list
 */
export function ImportDialog({
  kind,
  list,
  onClose,
}: {
  readonly kind: ImportKind;
  readonly list: string;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { file, customer, columns, preview, outcome, faults, busy, ...act } = useImport(
    kind,
    onClose,
  );
  const [isChanged, setIsChanged] = useState(false);
  const lacks = preview !== null && preview.missing.length > 0;
  const isChoosing = isChanged || lacks || columns.mapping !== null;
  const isReady = outcome !== null && outcome.wrong === 0 && outcome.created + outcome.changed > 0;
  const isAsked = file !== null && busy === null && !lacks;
  return (
    <Dialog
      title={t('import.title', { list })}
      isRoomy
      onClose={onClose}
      actions={(close) => (
        <>
          <CancelButton onClick={close} />
          <button
            type="button"
            className={isReady ? 'button' : 'button primary'}
            disabled={!isAsked}
            onClick={() => void act.check()}
          >
            {t('import.check')}
          </button>
          {isReady && (
            <button type="button" className="button primary" onClick={() => void act.write()}>
              {t('import.write', { count: outcome.created + outcome.changed })}
            </button>
          )}
        </>
      )}
    >
      <div className="import">
        <p>{t([`import.textOf.${kind}`, 'import.text'])}</p>
        <FileDrop
          accept=".csv,.txt,.xlsx"
          hint={t('import.hint')}
          file={file}
          isDisabled={busy === 'checking' || busy === 'writing'}
          onFile={(one) => {
            setIsChanged(false);
            act.choose(one);
          }}
        />
        <CustomerChoice
          customer={customer}
          fault={faults.customer}
          onCustomer={act.chooseCustomer}
        />
        {file === null && <Templates kind={kind} />}
        {preview !== null && (
          <FoundColumns preview={preview} isOpen={isChoosing} onOpen={() => setIsChanged(true)} />
        )}
        {preview !== null && isChoosing && (
          <columnsPart.Part
            // Another file or customer starts from its own columns.
            key={`${file?.name} ${file?.lastModified} ${customer}`}
            kind={kind}
            customer={customer}
            preview={preview}
            columns={columns}
            onColumns={(chosen) => {
              setIsChanged(true);
              act.chooseColumns(chosen);
            }}
          />
        )}
        {busy !== null && (
          <p role="status" className="import-busy">
            <progress aria-hidden="true" />
            {t(`import.${busy}`)}
          </p>
        )}
        {(faults.file ?? faults.mapping) !== undefined && (
          <FileFaults texts={faults.file ?? faults.mapping ?? []} />
        )}
        {outcome !== null && <ImportOutcome outcome={outcome} />}
      </div>
    </Dialog>
  );
}
