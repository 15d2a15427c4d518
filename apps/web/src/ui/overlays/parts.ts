/** The parts of `overlays.ts`: one file, loaded once. */
export { ModalPopup } from './modal-popup.tsx';
export { PopoverPanel } from './popover-panel.tsx';
