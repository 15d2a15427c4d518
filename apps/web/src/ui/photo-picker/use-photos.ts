import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../toast.ts';
import { isSame, toPng } from './picture.ts';

const PDF = 'application/pdf';

/** The settings that decide which files are accepted. */
export interface PhotoRules {
  readonly photos: readonly File[];
  readonly limit: number;
  readonly quality: string;
  readonly acceptsPdf: boolean;
  readonly onChange: (photos: readonly File[]) => void;
}

/** Adds selected files: images as PNG, without duplicates, up to the limit (P-154 to P-157). */
export function usePhotos({ photos, limit, quality, acceptsPdf, onChange }: PhotoRules) {
  const { t } = useTranslation();
  const [isBusy, setIsBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);

  const prepared = async (file: File): Promise<File | null> => {
    if (acceptsPdf && file.type === PDF) return file;
    if (!file.type.startsWith('image/')) {
      setFault(t(acceptsPdf ? 'photos.refusedPdf' : 'photos.refused'));
      return null;
    }
    return toPng(file, quality).catch(() => {
      // Requirement P-P04; the message at the field names the file.
      toast.error(t('toast.invalid'));
      setFault(t('photos.unreadable', { name: file.name }));
      return null;
    });
  };

  const add = async (files: readonly File[]) => {
    setIsBusy(true);
    setFault(null);
    const kept = [...photos];
    for (const file of files) {
      if (kept.length >= limit) break;
      const photo = await prepared(file);
      if (photo === null) continue;
      const same = await Promise.all(kept.map((one) => isSame(one, photo)));
      if (!same.includes(true)) kept.push(photo);
    }
    setIsBusy(false);
    if (kept.length > photos.length) onChange(kept);
  };

  return {
    isBusy,
    fault,
    add: (files: readonly File[]) => void add(files),
    remove: (photo: File) => {
      setFault(null);
      onChange(photos.filter((one) => one !== photo));
    },
  };
}
