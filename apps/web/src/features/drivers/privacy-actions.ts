import type { TFunction } from 'i18next';
import { addressOf, api, pathOf } from '../../api/client.ts';
import { saveFrom } from '../../ui/download-menu/save-report.ts';
import type { ResourceAction } from '../../ui/resource/resource.ts';
import type { Driver } from './drivers.ts';

/** Data protection requests of a driver: export and erasure of the stored data. */
export function privacyActions(t: TFunction): readonly ResourceAction<Driver>[] {
  return [
    {
      label: t('privacy.export'),
      run: ({ id }) =>
        saveFrom(
          addressOf(pathOf('privacy', 'exportDriver'), { params: { id } }),
          `driver-${id}.json`,
        ),
      done: t('privacy.exported'),
    },
    {
      label: t('privacy.erase'),
      confirm: ({ first_name, surname }) =>
        t('privacy.eraseText', { name: `${first_name} ${surname}` }),
      run: ({ id, surname }) => api.privacy.eraseDriver({ params: { id }, body: { surname } }),
      done: t('privacy.erased'),
    },
  ];
}
