import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { dismiss, toastStore } from './toast.ts';
import { bottomFor, controlsUnder } from './toast-place.ts';
import './controls.css';

const SIGNS = { success: '✓', error: '!', warning: '!' } as const;

/** The toasts, bottom-centre above the page's controls; a tap dismisses (S-31, S-32, S-34). */
export function Toasts() {
  const { t } = useTranslation();
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.get);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || toasts.length === 0) return;
    const place = () => {
      const bottom = bottomFor(element.offsetHeight, window.innerHeight, controlsUnder(element));
      element.style.bottom = `${bottom}px`;
    };
    place();
    window.addEventListener('resize', place);
    return () => window.removeEventListener('resize', place);
  }, [toasts]);
  return (
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
    </div>
  );
}
