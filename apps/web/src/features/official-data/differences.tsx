import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { row, stack } from '../../ui/look/look.ts';
import { toast } from '../../ui/toast.ts';
import type { OfficialDifference, OfficialVehicle } from './official-data.ts';
import { useOfficialTexts } from './official-words.tsx';

function Difference({
  one,
  mayWrite,
  onResolved,
}: {
  readonly one: OfficialDifference;
  readonly mayWrite: boolean;
  readonly onResolved: (vehicle: OfficialVehicle) => void;
}) {
  const { t } = useTranslation();
  const texts = useOfficialTexts();
  const resolve = useMutation({
    mutationFn: (use: 'official' | 'ours') =>
      api.officialData.resolve({ params: { id: one.id }, body: { use } }),
    onSuccess: (vehicle) => {
      onResolved(vehicle);
      toast.success(t('officialData.resolved'));
    },
    onError: (error) => toast.error(error.message),
  });
  const official = texts.day(one.official_on);
  const ours = texts.day(one.ours_on);
  return (
    <li className={stack({ gap: 2, padding: 3, ground: 'warn', radius: 'small' })}>
      <span>
        {t(`officialData.difference.${one.date}`, {
          official,
          ours,
          source: t(`officialData.source.${one.source}`),
        })}
      </span>
      {mayWrite && (
        <span className={row({ gap: 2, wrap: true })}>
          <Button
            kind="primary"
            disabled={resolve.isPending}
            onClick={() => resolve.mutate('official')}
          >
            {t('officialData.useOfficial', { date: official })}
          </Button>
          <Button disabled={resolve.isPending} onClick={() => resolve.mutate('ours')}>
            {t('officialData.keepOurs', { date: ours })}
          </Button>
        </span>
      )}
    </li>
  );
}

/** Where official dates and those of our documents differ; each with its two ways out. */
export function Differences({
  differences,
  ...props
}: {
  readonly differences: readonly OfficialDifference[];
  readonly mayWrite: boolean;
  readonly onResolved: (vehicle: OfficialVehicle) => void;
}) {
  if (differences.length === 0) return null;
  return (
    <ul className={stack({ gap: 2, padding: 0, margin: 0, list: true })}>
      {differences.map((one) => (
        <Difference key={one.id} one={one} {...props} />
      ))}
    </ul>
  );
}
