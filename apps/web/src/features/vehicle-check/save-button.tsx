import { useMutation } from '@tanstack/react-query';
import { Button } from '../../ui/button/button.tsx';
import { saveFrom } from '../../ui/download-menu/save-report.ts';
import { toast } from '../../ui/toast.ts';

/**
 * Downloads a URL as a file, and shows errors.
 *
 * @param fallback file name if the server sends none
 */
export function SaveButton({
  address,
  fallback,
  label,
  isDisabled = false,
  children,
}: {
  readonly address: string;
  readonly fallback: string;
  /** Accessible name, if the label alone is ambiguous. */
  readonly label?: string;
  readonly isDisabled?: boolean;
  readonly children: React.ReactNode;
}) {
  const save = useMutation({
    mutationFn: () => saveFrom(address, fallback),
    onError: (error) => toast.error(error.message),
  });
  return (
    <Button
      aria-label={label}
      aria-busy={save.isPending}
      disabled={isDisabled || save.isPending}
      onClick={() => save.mutate()}
    >
      {children}
    </Button>
  );
}
