import { useTranslation } from 'react-i18next';
import { CustomerChoice } from '../customer-choice/customer-choice.tsx';
import { Dialog } from '../dialog.tsx';
import { FileDrop } from '../file-button/file-drop.tsx';
import { CancelButton } from '../form-actions.tsx';
import { toast } from '../toast.ts';
import { type ImportKind, saveImportTemplate } from './import-call.ts';
import { ImportOutcome } from './import-outcome.tsx';
import { useImport } from './use-import.ts';
import './import.css';

const TEMPLATES = ['csv', 'xlsx'] as const;

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

/**
 * Imports a file into a list (requirement O-P02): first a preview; only if every row is valid, the file
 * can be written, as a whole.
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
  const { file, customer, outcome, faults, busy, ...act } = useImport(kind, onClose);
  const isReady = outcome !== null && outcome.wrong === 0 && outcome.created + outcome.changed > 0;
  const isAsked = file !== null && busy === null;
  const template = (format: (typeof TEMPLATES)[number]) =>
    saveImportTemplate(kind, format).catch((error: unknown) => toast.error(String(error)));
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
        <p>{t('import.text')}</p>
        <FileDrop
          accept=".csv,.txt,.xlsx"
          hint={t('import.hint')}
          file={file}
          isDisabled={busy !== null}
          onFile={act.choose}
        />
        <CustomerChoice
          customer={customer}
          fault={faults.customer}
          onCustomer={act.chooseCustomer}
        />
        {file === null && (
          <div className="import-templates">
            <span>{t('import.template')}</span>
            {TEMPLATES.map((format) => (
              <button
                key={format}
                type="button"
                className="button"
                onClick={() => void template(format)}
              >
                {format.toUpperCase()}
              </button>
            ))}
          </div>
        )}
        {busy !== null && (
          <p role="status" className="import-busy">
            <progress aria-hidden="true" />
            {t(`import.${busy}`)}
          </p>
        )}
        {faults.file !== undefined && <FileFaults texts={faults.file} />}
        {outcome !== null && <ImportOutcome outcome={outcome} />}
      </div>
    </Dialog>
  );
}
