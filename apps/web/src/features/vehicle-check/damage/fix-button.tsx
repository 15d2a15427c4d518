import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { Button } from '../../../ui/button/button.tsx';
import { toast } from '../../../ui/toast.ts';
import type { Damage } from '../depot/list-kind.ts';
import { DAMAGES, FIGURES, LISTS } from '../vehicle-check-keys.ts';

/** Marks damage as fixed or not fixed (requirement RP-28). */
export function FixButton({
  damage: { id, fixed_at: fixedAt, part },
}: {
  readonly damage: Damage;
}) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const isOpen = fixedAt === null;
  const fix = useMutation({
    mutationFn: () =>
      api.vehicleCheck.fixDamage({
        params: { id },
        body: { fixed_at: isOpen ? new Date().toISOString() : null },
      }),
    onSuccess: async () => {
      toast.success(t(isOpen ? 'vehicleCheck.fixed' : 'vehicleCheck.reopened'));
      await Promise.all(
        [DAMAGES, LISTS, FIGURES].map((key) => client.invalidateQueries({ queryKey: [key] })),
      );
    },
    onError: (error) => toast.error(error.message),
  });
  return (
    <Button
      kind={isOpen ? 'primary' : 'plain'}
      aria-label={t(isOpen ? 'vehicleCheck.fixOf' : 'vehicleCheck.reopenOf', {
        zone: t(`vehicleCheck.zone.${part}`),
      })}
      disabled={fix.isPending}
      onClick={() => fix.mutate()}
    >
      {t(isOpen ? 'vehicleCheck.fix' : 'vehicleCheck.reopen')}
    </Button>
  );
}
