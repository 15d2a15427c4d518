import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../dialog.tsx';
import { toast } from '../toast.ts';
import type { Removal } from './removal.tsx';
import type { Resource, ResourceAction } from './resource.ts';

type Ids = { readonly id: number };

/** An additional action of a record, with a confirmation if it has a question. */
function ActionButton<One extends Ids>({
  kind,
  action,
  one,
}: {
  readonly kind: string;
  readonly action: ResourceAction<One>;
  readonly one: One;
}) {
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const finish = () => {
    toast.success(action.done);
    return client.invalidateQueries({ queryKey: [kind] });
  };
  const run = async () => {
    if ('Dialog' in action) return;
    setIsBusy(true);
    try {
      await action.run(one);
      await finish();
    } catch (error) {
      toast.error((error as Error).message);
    }
    setIsBusy(false);
  };
  const asksFirst = 'Dialog' in action || action.confirm !== undefined;
  return (
    <>
      <button
        type="button"
        className="button"
        disabled={isBusy}
        onClick={() => (asksFirst ? setIsAsking(true) : void run())}
      >
        {action.label}
      </button>
      {isAsking &&
        ('Dialog' in action ? (
          <action.Dialog
            one={one}
            onDone={() => {
              setIsAsking(false);
              void finish();
            }}
            onClose={() => setIsAsking(false)}
          />
        ) : (
          <ConfirmDialog
            title={action.label}
            message={action.confirm?.(one) ?? ''}
            onAnswer={(isConfirmed) => {
              setIsAsking(false);
              if (isConfirmed) void run();
            }}
          />
        ))}
    </>
  );
}

/** Actions of the record of a panel besides editing. */
export function ResourceActions<Row extends Ids, Draft, One extends Ids>({
  resource,
  one,
  isArchived,
  onRemoval,
}: {
  readonly resource: Resource<Row, Draft, One>;
  readonly one: One;
  readonly isArchived: boolean;
  readonly onRemoval: (removal: Removal, ids: readonly number[], name: string) => void;
}) {
  const { t } = useTranslation();
  const { archive, remove, actions = [], kind } = resource;
  const mayRemove = resource.mayRemove?.(one) !== false;
  const ask = (removal: Removal) => onRemoval(removal, [one.id], resource.nameOf(one));
  return (
    <>
      {archive !== undefined && mayRemove && (
        <button
          type="button"
          className="button"
          onClick={() => ask(isArchived ? 'restore' : 'archive')}
        >
          {t(isArchived ? 'resource.restore' : 'resource.archive')}
        </button>
      )}
      {remove !== undefined && mayRemove && (
        <button type="button" className="button" onClick={() => ask('remove')}>
          {t('resource.remove')}
        </button>
      )}
      {actions
        .filter(({ isOffered }) => isOffered?.(one) !== false)
        .map((action) => (
          <ActionButton key={action.label} kind={kind} action={action} one={one} />
        ))}
    </>
  );
}
