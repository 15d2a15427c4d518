import type { AnswerOf, contract } from '@roadworthy/contract';
import { api } from '../../../api/client.ts';
import { useLink } from '../../../ui/use-link.ts';

export type LinkedOrder = AnswerOf<typeof contract.workOrderLinks.open>;

const open = (token: string): Promise<LinkedOrder> =>
  api.workOrderLinks.open({ body: { token, begins: true }, quiet: true });

/** The order of the link of this page. */
export const useLinkedOrder = () => useLink(open);
