import { ApiError } from '../../api/api-error.ts';
import { isPassing, type Sender } from '../../ui/outbox/outbox.ts';
import { Post } from '../../ui/outbox/post.ts';
import { openOutboxStore } from '../../ui/outbox/store.ts';
import { askWho, isUnauthorised, sendCheck, sendPhoto } from './walkaround-calls.ts';
import { bodyOf, type Draft, photosOf } from './walkaround-model.ts';

/** Sends walkaround checks with the session of the user who made them. */
export const checkSender: Sender<Draft> = {
  name: 'roadworthy-checks',
  photosOf,
  open: async ({ reportKey, draft }) => {
    if ((await askWho()) !== draft.userId) throw new ApiError(401, 'Unauthorized', {});
    return {
      photo: ({ name, file }) => sendPhoto(`${reportKey}.${name}`, file),
      report: (ids) => sendCheck(reportKey, bodyOf(draft, ids)),
    };
  },
  // Without a session it waits until the user signs in again.
  isPassing: (error) => isUnauthorised(error) || isPassing(error),
};

/** Checks on this phone that are not uploaded yet; each user has one draft. */
export const checks = new Post<Draft>(
  () => openOutboxStore<Draft>('roadworthy-checks', 'userId'),
  checkSender,
);
