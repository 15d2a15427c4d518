import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { Button } from '../../../ui/button/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { ListFrame } from '../depot/list-frame.tsx';
import type { Survey } from '../depot/list-kind.ts';
import type { Asking } from '../depot/use-list.ts';
import { useSurveyKind } from '../depot/vehicle-check-depot-kinds.tsx';
import { LISTS } from '../vehicle-check-keys.ts';
import type { Place } from '../vehicle-check-place.ts';
import { useMayWrite } from '../vehicle-check-rights.ts';
import { NewSurvey } from './new-survey.tsx';
import { SurveyPanel } from './survey-panel.tsx';

/** Deletes a survey after confirmation. */
function useRemoval(onDone: () => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [asked, setAsked] = useState<Survey | null>(null);
  const remove = useMutation({
    mutationFn: ({ id }: Survey) =>
      api.vehicleCheck.removeSurveys({ query: {}, body: { ids: [id] } }),
    onSuccess: async () => {
      toast.success(t('toast.removed'));
      onDone();
      await client.invalidateQueries({ queryKey: [LISTS] });
    },
    onError: (error) => toast.error(error.message),
  });
  const dialog = asked !== null && (
    <ConfirmDialog
      title={t('resource.removeTitle', { name: asked.reference_number })}
      message={t('vehicleCheck.survey.removeText')}
      onAnswer={(isConfirmed) => {
        setAsked(null);
        if (isConfirmed) remove.mutate(asked);
      }}
    />
  );
  return { ask: setAsked, dialog };
}

/**
 * The audit surveys of a depot: list, view, create and delete (L-11, L-P05). Those of a
 * region are created in their depot.
 */
export function Surveys({
  place,
  asking,
  tools,
}: {
  readonly place: Place;
  readonly asking: Asking;
  readonly tools?: React.ReactNode;
}) {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const kind = useSurveyKind(place.kind);
  const mayAdd = mayWrite && place.kind === 'depot';
  const { opened, isNew, open } = asking;
  const removal = useRemoval(() => open(null));
  return (
    <>
      <ListFrame
        kind={kind}
        placeId={place.id}
        asking={asking}
        tools={
          <>
            {tools}
            {mayAdd && (
              <Button kind="primary" onClick={() => open('new')}>
                <span aria-hidden="true">+</span>
                {t('vehicleCheck.survey.new')}
              </Button>
            )}
          </>
        }
        rowActions={(survey) =>
          mayWrite && (
            <Button
              aria-label={t('vehicleCheck.removeOf', { name: survey.reference_number })}
              onClick={() => removal.ask(survey)}
            >
              {t('vehicleCheck.remove')}
            </Button>
          )
        }
      />
      {isNew && mayAdd && <NewSurvey depotId={place.id} onClose={() => open(null)} />}
      {opened !== null && (
        <SurveyPanel
          key={opened}
          id={opened}
          onRemove={mayWrite ? removal.ask : null}
          onClose={() => open(null)}
        />
      )}
      {removal.dialog}
    </>
  );
}
