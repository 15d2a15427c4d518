import { DEFAULT_DATE_FORMAT } from '@roadworthy/domain';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { changeLanguage } from '../../session/i18n.ts';
import { chosenLanguage, LANGUAGES, type LanguageReference } from '../../session/languages.ts';
import { Button } from '../../ui/button/button.tsx';
import { chooseScheme } from '../../ui/design.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { Select } from '../../ui/select/select.tsx';
import { toast } from '../../ui/toast.ts';
import { ChangePassword } from './account-change-password.tsx';
import '../../ui/administration.css';

const DATE_FORMATS = ['DD/MM/YY', 'DD/MM/YYYY', 'MM/DD/YY', 'MM/DD/YYYY', 'YYYY-MM-DD'] as const;

function Choice({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <div className="form-field">
      <label htmlFor={id}>{label}</label>
      <Select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </Select>
    </div>
  );
}

/**
 * The user preferences, available to every signed-in user (O-02, O-12 to O-15, O-P06).
 *
 * @param above content between the title and the forms
 */
export function UserPreferences({ above }: { readonly above?: React.ReactNode }) {
  const { t } = useTranslation();
  const { current, update } = useSession();
  const { user } = current;
  const [prefs, setPrefs] = useState(user.prefs);
  const [language, setLanguage] = useState<LanguageReference>(chosenLanguage);
  const [isBusy, setIsBusy] = useState(false);
  const change = (changed: Partial<typeof prefs>) => setPrefs({ ...prefs, ...changed });
  const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

  const save = async (event: React.FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    try {
      update(
        await api.signIn.changePreferences({ params: { id: user.id }, body: { prefs, language } }),
      );
      chooseScheme(prefs.theme ?? 'auto');
      await changeLanguage(language);
      toast.success(t('toast.updated'), { subject: t('preferences.title') });
    } catch (error) {
      toast.error(error instanceof ApiError ? error.message : String(error));
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <div className="page narrow">
      <PageTitle title={t('preferences.title')} />
      {above}
      <form className="panel" onSubmit={(event) => void save(event)}>
        <h2>{t('preferences.display')}</h2>
        <Choice
          label={t('preferences.language')}
          value={language}
          options={LANGUAGES.map(({ reference, name }) => [reference, name] as const)}
          onChange={(value) => setLanguage(value as LanguageReference)}
        />
        <Choice
          label={t('preferences.timeZone')}
          value={prefs.time_zone ?? ''}
          options={[
            ['', t('preferences.timeZoneBrowser', { zone: browserZone })],
            ...Intl.supportedValuesOf('timeZone').map((zone) => [zone, zone] as const),
          ]}
          onChange={(value) => change({ time_zone: value === '' ? null : value })}
        />
        <Choice
          label={t('preferences.dateFormat')}
          value={prefs.date_format ?? DEFAULT_DATE_FORMAT}
          options={DATE_FORMATS.map((format) => [format, format] as const)}
          onChange={(value) => change({ date_format: value as (typeof DATE_FORMATS)[number] })}
        />
        <Choice
          label={t('preferences.timeFormat')}
          value={prefs.time_format ?? '24'}
          options={[
            ['24', t('preferences.timeFormat24')],
            ['12', t('preferences.timeFormat12')],
          ]}
          onChange={(value) => change({ time_format: value as '12' | '24' })}
        />
        <Choice
          label={t('preferences.units')}
          value={prefs.units_distance ?? 'MLS'}
          options={[
            ['MLS', t('preferences.miles')],
            ['KMS', t('preferences.kilometres')],
          ]}
          onChange={(value) => change({ units_distance: value as 'MLS' | 'KMS' })}
        />
        <Choice
          label={t('preferences.theme')}
          value={prefs.theme ?? 'auto'}
          options={[
            ['auto', t('preferences.theme.auto')],
            ['light', t('preferences.theme.light')],
            ['dark', t('preferences.theme.dark')],
          ]}
          onChange={(value) => change({ theme: value as 'auto' | 'light' | 'dark' })}
        />
        <div className="form-actions">
          <Button type="submit" kind="primary" disabled={isBusy}>
            {t('action.save')}
          </Button>
        </div>
      </form>
      <ChangePassword userId={user.id} />
    </div>
  );
}
