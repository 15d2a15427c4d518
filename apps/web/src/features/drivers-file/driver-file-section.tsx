import type { DriverDocumentKind, DriverFileItemKind } from '@roadworthy/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Button } from '../../ui/button/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { look } from '../../ui/look/look.ts';
import { SettingsState } from '../../ui/resource/settings-state.tsx';
import { toast } from '../../ui/toast.ts';
import { DocumentDialog } from './document-dialog.tsx';
import { ClassTable, DocumentTable, ItemTable } from './driver-file-tables.tsx';
import { DRIVERS_FILE_KEY, type DriverDocument, documentOf, WRITE } from './drivers-file.ts';
import { LicenceCheckPanel } from './licence-check-panel.tsx';
import { ProfileDialog } from './profile-dialog.tsx';

type Open =
  | { readonly kind: 'profile' }
  | { readonly kind: 'new'; readonly of: DriverDocumentKind }
  | { readonly kind: 'edit'; readonly one: DriverDocument }
  | { readonly kind: 'remove'; readonly one: DriverDocument };

/** The file of one driver, as a section of the driver's page. */
export function DriverFileSection({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const { current } = useSession();
  const client = useQueryClient();
  const [open, setOpen] = useState<Open | null>(null);
  const read = useQuery({
    queryKey: [DRIVERS_FILE_KEY, 'driver', id],
    queryFn: ({ signal }) => api.driversFile.driver({ params: { id }, signal }),
  });
  const file = read.data;
  const mayWrite = may(current, WRITE) && file?.archived === false;
  const refresh = () => {
    void client.invalidateQueries({ queryKey: [DRIVERS_FILE_KEY] });
    void client.invalidateQueries({ queryKey: ['overview', 'driver', id] });
  };
  const close = () => setOpen(null);
  const renew = (kind: DriverFileItemKind) => {
    const of = documentOf(kind);
    setOpen(of === null ? { kind: 'profile' } : { kind: 'new', of });
  };
  const remove = async (one: DriverDocument) => {
    close();
    try {
      await api.driversFile.remove({ params: { id: one.id } });
      toast.success(t('driversFile.removed'));
    } catch (error) {
      toast.error((error as Error).message);
    }
    refresh();
  };
  return (
    <div className={look({ flow: 'stack', columns: 'one', gap: 4 })}>
      <SettingsState read={read} />
      {file !== undefined && (
        <>
          {mayWrite && (
            <div className={look({ flow: 'row', wrap: true, gap: 3 })}>
              <Button
                kind="primary"
                onClick={() => setOpen({ kind: 'new', of: 'entitlement_check' })}
              >
                {t('driversFile.add')}
              </Button>
              <Button onClick={() => setOpen({ kind: 'profile' })}>
                {t('driversFile.profile')}
              </Button>
            </div>
          )}
          <LicenceCheckPanel
            id={id}
            {...(mayWrite ? { onMandate: () => setOpen({ kind: 'new', of: 'mandate' }) } : {})}
            onChecked={refresh}
          />
          <ClassTable file={file} />
          <ItemTable file={file} agency={file.agency} onAdd={mayWrite ? renew : undefined} />
          {file.exempt_reason !== '' && (
            <p>{t('driversFile.exemptBecause', { reason: file.exempt_reason })}</p>
          )}
          <DocumentTable
            file={file}
            {...(mayWrite
              ? {
                  onEdit: (one: DriverDocument) => setOpen({ kind: 'edit', one }),
                  onRemove: (one: DriverDocument) => setOpen({ kind: 'remove', one }),
                }
              : {})}
          />
          {open?.kind === 'profile' && (
            <ProfileDialog file={file} onDone={refresh} onClose={close} />
          )}
          {(open?.kind === 'new' || open?.kind === 'edit') && (
            <DocumentDialog
              file={file}
              one={open.kind === 'edit' ? open.one : null}
              firstKind={open.kind === 'edit' ? open.one.kind : open.of}
              onDone={refresh}
              onClose={close}
            />
          )}
          {open?.kind === 'remove' && (
            <ConfirmDialog
              title={t('driversFile.remove')}
              message={t('driversFile.removeAsk')}
              confirmLabel={t('driversFile.remove')}
              onAnswer={(isConfirmed) => (isConfirmed ? void remove(open.one) : close())}
            />
          )}
        </>
      )}
    </div>
  );
}
