import type { AnswerOf, contract } from '@roadworthy/contract';
import { api } from '../../api/client.ts';
import type { Chosen } from '../../ui/pickers/kind.ts';

type Calls = typeof contract.driverMessages;
export type MessageRow = AnswerOf<Calls['list']>['results'][number];
export type Message = AnswerOf<Calls['read']>;
export type Receipt = Message['receipts'][number];
export type Reply = Receipt['replies'][number];
export type OwnMessages = AnswerOf<Calls['own']>;
export type OwnMessage = OwnMessages['results'][number];

/** Keys in the cache; the first is also the kind of the history. */
export const MESSAGES_KEY = 'driver_message';
export const OWN_MESSAGES_KEY = 'own-messages';
/** Messages on a page of *My messages*. */
export const OWN_MESSAGES_PAGE_SIZE = 50;

/** A page of the messages to the signed-in driver, for *My messages* and its card on the home. */
export const ownMessagesQuery = (page: number) => ({
  queryKey: [OWN_MESSAGES_KEY, page],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    api.driverMessages.own({
      query: { page, pageSize: OWN_MESSAGES_PAGE_SIZE },
      signal,
      quiet: true,
    }),
});

/** The fields of a new message. */
export interface MessageDraft {
  readonly text: string;
  readonly asks_confirmation: boolean;
  readonly drivers: readonly Chosen[];
  readonly depots: readonly Chosen[];
}

export const driverText = ({
  first_name,
  surname,
}: {
  readonly first_name: string;
  readonly surname: string;
}): string => `${first_name} ${surname}`.trim();

const SHORT = 80;

/** The beginning of a text, for lists and titles. */
export const shortText = (text: string): string =>
  text.length > SHORT ? `${text.slice(0, SHORT).trimEnd()}…` : text;
