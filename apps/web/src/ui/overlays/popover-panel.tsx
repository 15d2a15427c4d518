import { Popover } from '@base-ui/react/popover';
import { useRef } from 'react';
import './popover-panel.css';

const GAP_PX = 4;
const EDGE_PX = 8;

/** The panel of a `Popover`, open while it is rendered. */
export function PopoverPanel({
  label,
  trigger,
  onClose,
  children,
}: {
  readonly label: string;
  readonly trigger: React.RefObject<HTMLElement | null>;
  readonly onClose: () => void;
  readonly children: (close: () => void) => React.ReactNode;
}) {
  const popup = useRef<HTMLDivElement>(null);
  const isOnTrigger = (target: EventTarget | null) =>
    target instanceof Node && trigger.current?.contains(target) === true;
  const close = () => {
    onClose();
    trigger.current?.focus();
  };
  return (
    <Popover.Root
      open
      onOpenChange={(isOpen, details) => {
        if (isOpen) return;
        const { event } = details;
        // The button closes the panel itself.
        const target = event instanceof FocusEvent ? event.relatedTarget : event.target;
        if (details.reason !== 'escape-key' && isOnTrigger(target)) details.cancel();
        else onClose();
      }}
    >
      <Popover.Portal container={document.body}>
        <Popover.Positioner
          anchor={trigger}
          positionMethod="fixed"
          align="start"
          sideOffset={GAP_PX}
          collisionPadding={EDGE_PX}
          className="popover-place"
        >
          <Popover.Popup
            ref={popup}
            aria-label={label}
            className="popover"
            initialFocus={() =>
              popup.current?.querySelector<HTMLElement>('[data-start]') ??
              popup.current?.querySelector<HTMLElement>(
                'input, button, select, a, [tabindex="0"]',
              ) ??
              true
            }
            finalFocus={trigger}
          >
            {children(close)}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
