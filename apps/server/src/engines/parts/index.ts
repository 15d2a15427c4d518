export { movedStock, type PartStock, type StockChange } from './average-cost.ts';
export { proposedQuantity, type Shortage } from './proposal.ts';
