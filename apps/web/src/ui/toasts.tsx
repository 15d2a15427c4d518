import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { dismiss, toastStore } from './toast.ts';
import { placeFor } from './toast-place.ts';
import { topModal } from './top-modal.ts';
import './controls.css';

const SIGNS = { success: '✓', error: '!', warning: '!' } as const;

/**
 * The top modal dialog, otherwise the page. Content outside a modal dialog is below its backdrop, not
 * clickable and not read aloud, so toasts are rendered within it.
 */
function useTopLayer(isNeeded: boolean): Element {
  const [layer, setLayer] = useState<Element>(document.body);
  useLayoutEffect(() => {
    if (!isNeeded) return;
    const find = () => setLayer(topModal() ?? document.body);
    find();
    const watcher = new MutationObserver(find);
    watcher.observe(document.body, {
      attributes: true,
      attributeFilter: ['open'],
      childList: true,
      subtree: true,
    });
    return () => watcher.disconnect();
  }, [isNeeded]);
  return layer;
}

/** The toasts, bottom-centre above the controls of the page; a tap dismisses them (S-31, S-32, S-34). */
export function Toasts() {
  const { t } = useTranslation();
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.get);
  const box = useRef<HTMLDivElement>(null);
  const layer = useTopLayer(toasts.length > 0);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || toasts.length === 0) return;
    const place = () => {
      const bottom = placeFor(element, window.innerHeight, layer);
      element.style.bottom = `${bottom}px`;
    };
    place();
    window.addEventListener('resize', place);
    // Scrolling a list moves other controls below them.
    document.addEventListener('scroll', place, { capture: true, passive: true });
    return () => {
      window.removeEventListener('resize', place);
      document.removeEventListener('scroll', place, { capture: true });
    };
  }, [toasts, layer]);
  return createPortal(
    <div className="toasts" aria-live="polite" ref={box}>
      {toasts.map((toast) => (
        <div
          key={toast.id}
          className="toast-row"
          role={toast.kind === 'success' ? 'status' : 'alert'}
        >
          <button type="button" className={`toast ${toast.kind}`} onClick={() => dismiss(toast.id)}>
            <span className="toast-sign" aria-hidden="true">
              {SIGNS[toast.kind]}
            </span>
            <span className="toast-text">
              {toast.title !== undefined && <strong>{toast.title}</strong>}
              {toast.text}
            </span>
            {toast.timeoutMs === null && <span className="toast-close">{t('toast.close')}</span>}
          </button>
          {toast.action !== undefined && (
            <button
              type="button"
              className="toast-action"
              onClick={() => {
                toast.action?.run();
                dismiss(toast.id);
              }}
            >
              {toast.action.label}
            </button>
          )}
        </div>
      ))}
    </div>,
    layer,
  );
}
