import { EXEMPTIBLE_ITEMS, type ExemptibleItem } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { FormDialog } from '../../ui/field/form-dialog.tsx';
import { useDialogDraft } from '../../ui/field/use-dialog-draft.ts';
import { look } from '../../ui/look/look.ts';
import { DayField, SwitchField, TextField } from '../../ui/resource/bound-fields.tsx';
import { toast } from '../../ui/toast.ts';
import type { DriverFile } from './drivers-file.ts';

type Draft = {
  readonly born_on: string;
  readonly engaged_until: string;
  readonly exempt_reason: string;
} & Readonly<Record<ExemptibleItem, boolean>>;

const draftOf = ({
  born_on: bornOn,
  engaged_until: end,
  exempt,
  exempt_reason,
}: DriverFile): Draft => {
  const isExempt = (kind: ExemptibleItem) => exempt.includes(kind);
  return {
    born_on: bornOn ?? '',
    engaged_until: end ?? '',
    exempt_reason,
    entitlement_check: isExempt('entitlement_check'),
    cpc_card: isExempt('cpc_card'),
    cpc_training: isExempt('cpc_training'),
    tachograph_card: isExempt('tachograph_card'),
    medical: isExempt('medical'),
    right_to_work: isExempt('right_to_work'),
  };
};

/** The date of birth of a driver, and what the file needs not have. */
export function ProfileDialog({
  file,
  onDone,
  onClose,
}: {
  readonly file: DriverFile;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { form, setFaults } = useDialogDraft(() => draftOf(file));
  const { draft } = form;
  const save = async () => {
    setFaults({});
    await api.driversFile.changeDriver({
      params: { id: file.driver.id },
      body: {
        born_on: draft.born_on || null,
        engaged_until: draft.engaged_until || null,
        exempt: EXEMPTIBLE_ITEMS.filter((kind) => draft[kind]),
        exempt_reason: draft.exempt_reason,
        version: file.version,
      },
    });
    toast.success(t('driversFile.profileSaved'));
    onDone();
    onClose();
  };
  return (
    <FormDialog
      title={t('driversFile.profile')}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <DayField
        form={form}
        name="born_on"
        label={t('driversFile.bornOn')}
        hint={t('driversFile.bornOnHint')}
      />
      <DayField
        form={form}
        name="engaged_until"
        label={t('driversFile.engagedUntil')}
        hint={t('driversFile.engagedUntilHint')}
      />
      <h3 className={look({ margin: 0 })}>{t('driversFile.exempt')}</h3>
      {EXEMPTIBLE_ITEMS.map((kind) => (
        <SwitchField key={kind} form={form} name={kind} label={t(`driversFile.item.${kind}`)} />
      ))}
      <TextField
        form={form}
        name="exempt_reason"
        label={t('driversFile.exemptReason')}
        maxLength={500}
      />
    </FormDialog>
  );
}
