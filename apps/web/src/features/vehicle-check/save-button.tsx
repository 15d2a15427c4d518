import { useMutation } from '@tanstack/react-query';
import { saveFrom } from '../../ui/download-menu/save-report.ts';
import { toast } from '../../ui/toast.ts';

/**
 * Saves what an address answers, and says what goes wrong.
 *
 * @param fallback the file's name where the server gives none
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
  /** What is read out where the words on the button leave open what is meant. */
  readonly label?: string;
  readonly isDisabled?: boolean;
  readonly children: React.ReactNode;
}) {
  const save = useMutation({
    mutationFn: () => saveFrom(address, fallback),
    onError: (error) => toast.error(error.message),
  });
  return (
    <button
      type="button"
      className="button"
      aria-label={label}
      aria-busy={save.isPending}
      disabled={isDisabled || save.isPending}
      onClick={() => save.mutate()}
    >
      {children}
    </button>
  );
}
