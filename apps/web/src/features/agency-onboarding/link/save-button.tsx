import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/button.tsx';

/** Saves one part of the form. */
export function SaveButton({
  isBusy,
  onSave,
}: {
  readonly isBusy: boolean;
  readonly onSave: () => Promise<void>;
}) {
  const { t } = useTranslation();
  return (
    <span>
      <Button kind="primary" disabled={isBusy} onClick={() => void onSave()}>
        {t('action.save')}
      </Button>
    </span>
  );
}
