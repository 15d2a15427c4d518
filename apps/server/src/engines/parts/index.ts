export { movedStock, type PartStock, type StockChange } from './average-cost.ts';
