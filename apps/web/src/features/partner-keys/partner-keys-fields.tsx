import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { ChoiceField, TextField } from '../../ui/resource/bound-fields.tsx';
import type { FormProps } from '../../ui/resource/resource.ts';
import type { KeyDraft, PartnerKey } from './partner-keys.ts';

function Customers(form: FormProps<KeyDraft, PartnerKey>) {
  const { t } = useTranslation();
  const { data = [] } = useQuery({
    queryKey: ['customer', 'names'],
    queryFn: ({ signal }) => api.customers.names({ signal }),
  });
  return (
    <ChoiceField
      form={form}
      name="customer"
      label={t('organisation.customer')}
      options={data.map(({ id, name }) => ({ value: id, label: name }))}
      none={t('organisation.chooseCustomer')}
    />
  );
}

/** The partner's name, and the customer if it can be selected. */
export function KeyFields(form: FormProps<KeyDraft, PartnerKey>) {
  const { t } = useTranslation();
  const { is_global_admin: seesAll } = useSession().current.user;
  if (form.one !== null) return null;
  return (
    <>
      <p className="field-hint">{t('partnerKeys.about')}</p>
      <TextField
        form={form}
        name="name"
        label={t('partnerKeys.name')}
        hint={t('partnerKeys.nameHint')}
        maxLength={90}
        isRequired
      />
      {seesAll && <Customers {...form} />}
    </>
  );
}
