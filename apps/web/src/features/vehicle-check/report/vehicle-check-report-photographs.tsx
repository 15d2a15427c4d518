import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { served } from '../../../api/bases.ts';
import { Button } from '../../../ui/button/button.tsx';
import { CloseIcon } from '../../../ui/close-icon.tsx';
import { Modal } from '../../../ui/dialog.tsx';
import { cx, row } from '../../../ui/look/look.ts';
import styles from './photographs.module.css';

/** A full-size photo of a series; arrow keys change it, Escape closes. */
function Large({
  addresses,
  first,
  onClose,
}: {
  readonly addresses: readonly string[];
  readonly first: number;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const [at, setAt] = useState(first);
  const turn = (step: number) => setAt((at + step + addresses.length) % addresses.length);
  const isOne = addresses.length === 1;
  const name = t('vehicleCheck.photographOf', { n: at + 1, count: addresses.length });
  return (
    <Modal
      className={styles.photoLarge}
      backdropClassName={styles.photoBackdrop}
      aria-label={name}
      onClose={onClose}
      onKeyDown={({ key }) => {
        if (key === 'ArrowRight') turn(1);
        if (key === 'ArrowLeft') turn(-1);
      }}
    >
      <header>
        <span aria-live="polite">{name}</span>
        <Button kind="icon" aria-label={t('action.close')} onClick={onClose}>
          <CloseIcon sizePx={20} />
        </Button>
      </header>
      <img src={served(addresses[at] ?? '')} alt={name} />
      {!isOne && (
        <footer>
          <Button onClick={() => turn(-1)}>{t('vehicleCheck.previousPhotograph')}</Button>
          <Button onClick={() => turn(1)}>{t('vehicleCheck.nextPhotograph')}</Button>
        </footer>
      )}
    </Modal>
  );
}

/** Thumbnails that open full-size photos (requirement L-P04). */
export function Photographs({ addresses }: { readonly addresses: readonly string[] }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<number | null>(null);
  if (addresses.length === 0) return null;
  return (
    <>
      <ul
        className={cx(
          row({ wrap: true, gap: 2, margin: 0, padding: 0, list: true }),
          styles.photoRow,
        )}
      >
        {addresses.map((address, n) => (
          <li key={address}>
            <Button
              kind="bare"
              aria-label={t('vehicleCheck.openPhotograph', { n: n + 1 })}
              onClick={() => setOpened(n)}
            >
              <img src={served(address)} alt="" loading="lazy" />
            </Button>
          </li>
        ))}
      </ul>
      {opened !== null && (
        <Large addresses={addresses} first={opened} onClose={() => setOpened(null)} />
      )}
    </>
  );
}
