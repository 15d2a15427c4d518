import { formatDate, formatDateTime } from '@roadworthy/domain';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Badge } from '../../ui/badge/badge.tsx';
import { Button } from '../../ui/button/button.tsx';
import { CopyLine } from '../../ui/copy-line/copy-line.tsx';
import { useDisplay } from '../../ui/display.ts';
import { type Faults, FormDialog } from '../../ui/field/form-dialog.tsx';
import { look, row, stack } from '../../ui/look/look.ts';
import { ChoiceField, TextField } from '../../ui/resource/bound-fields.tsx';
import { LinkLanguageField } from '../../ui/resource/link-language-field.tsx';
import { toast } from '../../ui/toast.ts';
import { Part } from '../records/record/records-record-part.tsx';
import { type Order, useOrderChanged, useOrderSettings } from './use-orders.ts';
import { useDayText } from './work-orders-columns.tsx';

/** Lives of a link, days. */
const DAYS = [7, 14, 30, 90] as const;

interface Draft {
  readonly email: string;
  readonly days: (typeof DAYS)[number];
  readonly language: 'en' | 'pt';
}

function LinkDialog({ order, onClose }: { readonly order: Order; readonly onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const changed = useOrderChanged();
  const { data: settings } = useOrderSettings();
  const email = settings?.repairers.find(({ id }) => id === order.repairer_id)?.email ?? '';
  const [draft, setDraft] = useState<Draft>({
    email,
    days: 14,
    language: i18n.language.startsWith('pt') ? 'pt' : 'en',
  });
  const [faults, setFaults] = useState<Faults>({});
  const [address, setAddress] = useState<string | null>(null);
  const change = (changes: Partial<Draft>) => setDraft((now) => ({ ...now, ...changes }));
  const save = async () => {
    setFaults({});
    const made = await api.workOrders.createLink({
      params: { id: order.id },
      body: {
        email: draft.email.trim() === '' ? null : draft.email.trim(),
        expires_in_days: draft.days,
        language: draft.language,
      },
    });
    setAddress(new URL(made.address, location.origin).href);
    await changed();
    toast.success(t('workOrders.link.created'), { subject: draft.email });
  };
  const form = { draft, faults, change };
  return (
    <FormDialog
      asksToLeave={false}
      title={t('workOrders.link.new')}
      action={t(draft.email === '' ? 'workOrders.link.create' : 'workOrders.link.send')}
      cancelLabel={t('action.close')}
      isReadOnly={address !== null}
      onFaults={setFaults}
      onClose={onClose}
      onSave={save}
    >
      <p className="field-hint">{t('workOrders.link.hint')}</p>
      <TextField
        form={form}
        name="email"
        type="email"
        label={t('workOrders.link.email')}
        hint={t('workOrders.link.emailHint')}
        maxLength={254}
      />
      <ChoiceField
        form={form}
        name="days"
        label={t('workOrders.link.days')}
        isRequired
        options={DAYS.map((value) => ({
          value,
          label: t('workOrders.link.inDays', { count: value }),
        }))}
      />
      <LinkLanguageField form={form} />
      {address !== null && (
        <div role="status">
          <CopyLine label={t('vehicleShare.link')} text={address} />
          <p className="field-hint">{t('vehicleShare.once')}</p>
        </div>
      )}
    </FormDialog>
  );
}

/** The answer of the repairer. */
function Answer({ order }: { readonly order: Order }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const dayText = useDayText();
  const { repairer_answer: answer, repairer_done_at: doneAt } = order;
  return (
    <>
      {answer !== null && (
        <p className={row({ wrap: true, gap: 2, align: 'center' })}>
          <Badge tone={answer === 'accepted' ? 'good' : 'bad'}>
            {t(`workOrders.answer.${answer}`)}
          </Badge>
          {order.repairer_ready_on !== null && (
            <span>{t('workOrders.answer.readyOn', { day: dayText(order.repairer_ready_on) })}</span>
          )}
          {order.repairer_note !== null && <span>{order.repairer_note}</span>}
        </p>
      )}
      {doneAt !== null && (
        <p>{t('workOrders.answer.doneAt', { when: formatDateTime(Date.parse(doneAt), dates) })}</p>
      )}
    </>
  );
}

/** The repairer's answer, and the links by which the repairer answers. */
export function OrderLinks({ order }: { readonly order: Order }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const changed = useOrderChanged();
  const [isOpen, setIsOpen] = useState(false);
  const revoke = useMutation({
    mutationFn: (link: number) => api.workOrders.revokeLink({ params: { id: order.id, link } }),
    onSuccess: () => toast.success(t('vehicleShare.revokedToast')),
    onError: (error) => toast.error(error.message),
    onSettled: () => changed(),
  });
  if (order.place !== 'repairer') return null;
  const day = (at: string) => formatDate(Date.parse(at), dates);
  return (
    <Part title={t('workOrders.link.title')}>
      <Answer order={order} />
      <ul className={stack({ gap: 2, width: 'full', padding: 0, margin: 0, list: true })}>
        {order.links.map((link) => {
          const isOver = Date.parse(link.expires_at) <= Date.now();
          const state = link.revoked_at !== null ? 'revoked' : isOver ? 'expired' : 'open';
          return (
            <li key={link.id} className={row({ wrap: true, columnGap: 3, align: 'center' })}>
              <strong>{link.email ?? t('workOrders.link.withoutEmail')}</strong>
              <Badge tone={state === 'open' ? 'good' : 'quiet'}>
                {t(`vehicleShare.${state}`, { time: day(link.revoked_at ?? link.expires_at) })}
              </Badge>
              <span className={look({ tone: 'quiet', size: 'small' })}>
                {link.last_view_at === null
                  ? t('vehicleShare.unseen')
                  : t('vehicleShare.seen', { count: link.views, time: day(link.last_view_at) })}
              </span>
              {state === 'open' && order.may_change && (
                <Button
                  kind="link"
                  disabled={revoke.isPending}
                  onClick={() => revoke.mutate(link.id)}
                >
                  {t('vehicleShare.revoke')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {order.may_change && (
        <Button onClick={() => setIsOpen(true)}>{t('workOrders.link.new')}</Button>
      )}
      {isOpen && <LinkDialog order={order} onClose={() => setIsOpen(false)} />}
    </Part>
  );
}
