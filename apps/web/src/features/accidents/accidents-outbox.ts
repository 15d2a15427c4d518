import type { Sender } from '../../ui/outbox/outbox.ts';
import { Post } from '../../ui/outbox/post.ts';
import { openOutboxStore } from '../../ui/outbox/store.ts';
import { addressOf, ask, fetched } from '../../ui/public-page/ask.ts';
import { bodyOf, type Draft, photosOf } from './accidents-model.ts';

/** API client for accidents: anonymous, with the page key of this installation (K-P04, W-24). */
export const accidentSender: Sender<Draft> = {
  name: 'roadworthy-accidents',
  photosOf,
  open: async ({ reportKey, draft }) => {
    const { partner_key: key } = await ask('config');
    const headers = { 'X-External-Key': key ?? '' };
    return {
      photo: async ({ name, file }) => {
        const form = new FormData();
        form.append('photo', file, file.name);
        const response = await fetched(addressOf('uploadPhoto', { qrid: draft.qrid }), {
          method: 'POST',
          headers: { ...headers, 'Idempotency-Key': `${reportKey}.${name}` },
          body: form,
        });
        return ((await response.json()) as { id: number }).id;
      },
      report: async (ids) => {
        const response = await fetched(addressOf('reportAccident'), {
          method: 'POST',
          headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': reportKey },
          body: JSON.stringify(bodyOf(draft, ids)),
        });
        return ((await response.json()) as { reference: string }).reference;
      },
    };
  },
};

/** Accident data stored on this phone until it is uploaded; one draft per vehicle (K-P04). */
export const accidents = new Post<Draft>(
  () => openOutboxStore<Draft>('roadworthy-accidents', 'qrid'),
  accidentSender,
);
