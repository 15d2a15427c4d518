import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/button.tsx';
import { LabelDialog, type LabelsOf } from './label-dialog.tsx';

/**
 * Opens the dialog that prints codes: of the selected vehicle, else of the depot or of all
 * vehicles.
 */
export function LabelButton({ of }: { readonly of: LabelsOf }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        kind="icon"
        aria-label={t('qrLabel.button')}
        title={t('qrLabel.button')}
        onClick={() => setIsOpen(true)}
      >
        <svg viewBox="0 0 24 24" width="22" height="22" fill="none" aria-hidden="true">
          <path
            d="M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 18h2v2h-2zM14 19h1M19 14h1"
            stroke="currentColor"
            strokeWidth="1.75"
          />
        </svg>
      </Button>
      {isOpen && <LabelDialog of={of} onClose={() => setIsOpen(false)} />}
    </>
  );
}
