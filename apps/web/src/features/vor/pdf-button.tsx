import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { addressOf, pathOf } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { saveFrom } from '../../ui/download-menu/save-report.ts';
import { toast } from '../../ui/toast.ts';
import type { VorRecord } from './use-vor.ts';
import styles from './vor.module.css';

/** Downloads an entry with its timeline as a PDF (requirement N-03). */
export function PdfButton({ entry }: { readonly entry: VorRecord }) {
  const { t } = useTranslation();
  const save = useMutation({
    mutationFn: () =>
      saveFrom(addressOf(pathOf('vor', 'report'), { params: { id: entry.id } }), 'vor.pdf'),
    onError: (error) => toast.error(error.message),
  });
  return (
    <Button
      className={styles.vorPdf}
      aria-label={t('vor.pdfOf', { registration: entry.vehicle.registration })}
      aria-busy={save.isPending}
      disabled={save.isPending}
      onClick={(event) => {
        // Prevents the click from opening the row.
        event.stopPropagation();
        save.mutate();
      }}
    >
      PDF
    </Button>
  );
}
