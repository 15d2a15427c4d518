import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import './popover.css';

const GAP_PX = 4;
const EDGE_PX = 8;

/** Below its button if there is space, else above; always within the window. */
function place(panel: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = panel;
  const below = innerHeight - at.bottom - GAP_PX - EDGE_PX;
  const above = at.top - GAP_PX - EDGE_PX;
  const goesBelow = height <= below || below >= above;
  panel.style.maxHeight = `${Math.max(160, goesBelow ? below : above)}px`;
  panel.style.minWidth = `${at.width}px`;
  panel.style.left = `${Math.max(EDGE_PX, Math.min(at.left, innerWidth - width - EDGE_PX))}px`;
  panel.style.top = `${goesBelow ? at.bottom + GAP_PX : Math.max(EDGE_PX, at.top - GAP_PX - Math.min(height, above))}px`;
}

/**
 * A button with a panel. Escape and a press elsewhere close it; the focus moves to the element marked
 * `data-start`, or to the first control, and returns to the button.
 *
 * @param label name of the panel
 * @param children the panel; `close` closes it
 */
export function Popover({
  label,
  button,
  buttonLabel,
  className = 'button',
  isDisabled = false,
  describedBy,
  children,
}: {
  readonly label: string;
  readonly button: React.ReactNode;
  /** For a button with only an icon. */
  readonly buttonLabel?: string;
  readonly className?: string;
  readonly isDisabled?: boolean;
  readonly describedBy?: string | undefined;
  readonly children: (close: () => void) => React.ReactNode;
}) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const close = useCallback(() => {
    setIsOpen(false);
    trigger.current?.focus();
  }, []);

  useLayoutEffect(() => {
    const [box, anchor] = [panel.current, trigger.current];
    if (!isOpen || box === null || anchor === null) return;
    const update = () => place(box, anchor);
    update();
    const start =
      box.querySelector<HTMLElement>('[data-start]') ??
      box.querySelector<HTMLElement>('input, button, select, a, [tabindex="0"]');
    start?.focus({ preventScroll: true });
    const watch = new ResizeObserver(update);
    watch.observe(box);
    window.addEventListener('resize', update);
    window.addEventListener('scroll', update, true);
    return () => {
      watch.disconnect();
      window.removeEventListener('resize', update);
      window.removeEventListener('scroll', update, true);
    };
  }, [isOpen]);

  useEffect(() => {
    if (!isOpen) return;
    const onPointer = (event: PointerEvent) => {
      const target = event.target as Node;
      if (panel.current?.contains(target) || trigger.current?.contains(target)) return;
      setIsOpen(false);
    };
    document.addEventListener('pointerdown', onPointer, true);
    return () => document.removeEventListener('pointerdown', onPointer, true);
  }, [isOpen]);

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    // Escape closes only this, not a modal dialog below it.
    event.preventDefault();
    event.stopPropagation();
    event.nativeEvent.stopImmediatePropagation();
    close();
  };
  const onBlur = (event: React.FocusEvent) => {
    const next = event.relatedTarget as Node | null;
    if (next !== null && !event.currentTarget.contains(next)) setIsOpen(false);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and leaving apply to all content
    <div className="popover-host" onKeyDown={onKeyDown} onBlur={onBlur}>
      <button
        ref={trigger}
        type="button"
        className={className}
        aria-label={buttonLabel}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-describedby={describedBy}
        disabled={isDisabled}
        onClick={() => (isOpen ? close() : setIsOpen(true))}
      >
        {button}
      </button>
      {isOpen && (
        <div ref={panel} id={id} role="dialog" aria-label={label} className="popover">
          {children(close)}
        </div>
      )}
    </div>
  );
}
