import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../dialog.tsx';
import { faultsOf } from '../field/form-dialog.tsx';
import { toast } from '../toast.ts';
import type { Resource } from './resource.ts';

/** Actions on whole records. */
export type Removal = 'archive' | 'restore' | 'remove';

interface Asked {
  readonly removal: Removal;
  readonly ids: readonly number[];
  /** The name of one record, or the number of several. */
  readonly name: string;
}

type Ids = { readonly id: number };

/** The text of a rejection, with its error for the ids if there is one. */
function sentenceOf(error: unknown): string {
  const faults = Object.values(faultsOf(error) ?? {}).flat();
  return faults.length > 0 ? faults.join(' ') : (error as Error).message;
}

/**
 * Archives and removes records after a confirmation; restores them without one.
 *
 * @param onDone called after the action
 */
export function useRemoval<Row extends Ids, Draft, One extends Ids>(
  { kind, archive, remove }: Resource<Row, Draft, One>,
  onDone: () => void,
) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [asked, setAsked] = useState<Asked | null>(null);
  const undo = async (back: () => Promise<unknown>, name: string) => {
    try {
      await back();
      toast.success(t('toast.updated'), { subject: name });
    } catch (error) {
      toast.error(sentenceOf(error));
    }
    await client.invalidateQueries({ queryKey: [kind] });
  };
  const run = async ({ removal, ids, name }: Asked) => {
    try {
      const done =
        removal === 'remove'
          ? await remove?.change(ids)
          : await archive?.change(ids, removal === 'archive');
      const back =
        removal === 'archive'
          ? () => void run({ removal: 'restore', ids, name })
          : typeof done === 'function'
            ? () => void undo(done as () => Promise<unknown>, name)
            : null;
      toast.success(t(removal === 'restore' ? 'toast.updated' : 'toast.removed'), {
        subject: name,
        action: back === null ? undefined : { label: t('action.undo'), run: back },
      });
      onDone();
    } catch (error) {
      toast.error(sentenceOf(error));
    }
    await client.invalidateQueries({ queryKey: [kind] });
  };
  const ask = (removal: Removal, ids: readonly number[], name: string) => {
    if (removal === 'restore') void run({ removal, ids, name });
    else setAsked({ removal, ids, name });
  };
  const text = asked?.removal === 'remove' ? remove?.text : archive?.text;
  const dialog = asked !== null && (
    <ConfirmDialog
      title={t(`resource.${asked.removal}Title`, { name: asked.name })}
      message={text ?? t(`resource.${asked.removal}Text`)}
      confirmLabel={t(`resource.${asked.removal}`)}
      onAnswer={(isConfirmed) => {
        setAsked(null);
        if (isConfirmed) void run(asked);
      }}
    />
  );
  return { ask, dialog };
}
