/** States of a stock-take; posted and cancelled ones have ended. */
export const STOCK_TAKE_STATES = ['open', 'posted', 'cancelled'] as const;
export type StockTakeState = (typeof STOCK_TAKE_STATES)[number];
