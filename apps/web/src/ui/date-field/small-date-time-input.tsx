import { NativePopover } from '../native-modal/native-popover.tsx';
import { DateTimeInput } from './date-time-input.tsx';

/** A day and a time of day on a page without Base UI: see `DateTimeInput`. */
export function SmallDateTimeInput(
  props: Omit<React.ComponentProps<typeof DateTimeInput>, 'Opener'>,
) {
  return <DateTimeInput {...props} Opener={NativePopover} />;
}
