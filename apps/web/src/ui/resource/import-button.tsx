import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportKind } from './import-call.ts';
import { ImportDialog } from './import-dialog.tsx';

/** Opens the dialog that imports a file into a list. */
export function ImportButton({ kind, list }: { readonly kind: ImportKind; readonly list: string }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setIsOpen(true)}>
        <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true" fill="none">
          <path
            d="M12 15V4m0 0 4 4m-4-4-4 4M5 19h14"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
        {t('import.open')}
      </button>
      {isOpen && <ImportDialog kind={kind} list={list} onClose={() => setIsOpen(false)} />}
    </>
  );
}
