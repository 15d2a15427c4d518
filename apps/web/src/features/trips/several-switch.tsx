import { useTranslation } from 'react-i18next';

/** Switches between one vehicle and several. */
export function SeveralSwitch({
  isOn,
  onChange,
}: {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}) {
  const { t } = useTranslation();
  return (
    <label className="trace-switch">
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{t('trips.several')}</span>
    </label>
  );
}
