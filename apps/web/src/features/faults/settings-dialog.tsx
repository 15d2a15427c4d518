import { FAULT_ACTIONS, FAULT_KINDS, type FaultAction } from '@roadworthy/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { FormDialog } from '../../ui/field/form-dialog.tsx';
import { ChoiceField, FieldGroup } from '../../ui/resource/bound-fields.tsx';
import { toast } from '../../ui/toast.ts';
import { FAULTS_KEY, type FaultSettings } from './faults.ts';

/** What happens with new faults, by kind and severity; for administrators. */
export function FaultSettingsDialog({
  settings,
  onClose,
}: {
  readonly settings: FaultSettings;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [rules, setRules] = useState(settings.rules);
  const options = FAULT_ACTIONS.map((value) => ({ value, label: t(`faults.action.${value}`) }));
  return (
    <FormDialog
      title={t('faults.settings')}
      onClose={onClose}
      onFaults={() => undefined}
      onSave={async () => {
        await api.faults.changeSettings({ body: { rules } });
        await client.invalidateQueries({ queryKey: [FAULTS_KEY] });
        toast.success(t('faults.settingsSaved'));
        onClose();
      }}
    >
      <p>{t('faults.settingsText')}</p>
      {FAULT_KINDS.map((kind) => (
        <FieldGroup key={kind} title={t(`faults.kind.${kind}`)}>
          {rules
            .filter((one) => one.kind === kind)
            .map((rule) => (
              <ChoiceField
                key={rule.severity}
                form={{
                  draft: { action: rule.action },
                  faults: {},
                  change: ({ action }: { action?: FaultAction }) =>
                    setRules(
                      rules.map((one) =>
                        one === rule && action !== undefined ? { ...one, action } : one,
                      ),
                    ),
                }}
                name="action"
                label={t(`record.severity.${rule.severity}`)}
                options={options}
              />
            ))}
        </FieldGroup>
      ))}
    </FormDialog>
  );
}
