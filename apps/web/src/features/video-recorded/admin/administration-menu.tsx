import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/button.tsx';
import { laterDialog } from '../../../ui/later/later.tsx';
import { cx, stack } from '../../../ui/look/look.ts';
import { Popover } from '../../../ui/popover/popover.tsx';
import styles from '../clip-menus.module.css';

// Rarely opened, so loaded on demand.
const DIALOGS = {
  cameras: laterDialog(async () => (await import('./cameras-dialog.tsx')).default).Part,
  rules: laterDialog(async () => (await import('./clip-rules-dialog.tsx')).default).Part,
  storage: laterDialog(async () => (await import('./storage-dialog.tsx')).default).Part,
  views: laterDialog(async () => (await import('./views-dialog.tsx')).default).Part,
} as const;
type Key = keyof typeof DIALOGS;
const KEYS = Object.keys(DIALOGS) as Key[];

/** Administrator settings: cameras, clip rules, storage, and the viewing log. */
export function AdministrationMenu() {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Key | null>(null);
  const Opened = open === null ? null : DIALOGS[open];
  return (
    <>
      <Popover
        label={t('historic.administration')}
        button={
          <>
            {t('historic.administration')}
            <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
              <path d="M2 4l4 4 4-4" fill="none" stroke="currentColor" strokeWidth="2" />
            </svg>
          </>
        }
      >
        {(close) => (
          <div className={cx(stack({ padding: 2 }), styles.administrationMenu)}>
            {KEYS.map((key) => (
              <Button
                kind="bare"
                key={key}
                onClick={() => {
                  close();
                  setOpen(key);
                }}
              >
                {t(`historic.admin.${key}`)}
              </Button>
            ))}
          </div>
        )}
      </Popover>
      {Opened !== null && <Opened onClose={() => setOpen(null)} />}
    </>
  );
}
