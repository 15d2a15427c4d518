import { describe, expect, it } from 'vitest';
import { compareWithBudget, forecastOfYear } from './cost-budgets.ts';

const year = (value: number | null, ...first: (number | null)[]) =>
  Array.from({ length: 12 }, (_, n) => first[n] ?? value);
const costs = (...first: number[]) => Array.from({ length: 12 }, (_, n) => first[n] ?? 0);

describe('the forecast of a year', () => {
  it.each([
    ['on budget', year(100), costs(100, 100, 100), 3, 1200],
    ['a fifth over budget', year(100), costs(120, 120, 120), 3, 1440],
    ['below budget', year(100), costs(50, 50), 2, 600],
    ['a seasonal budget', year(100, 200, 200), costs(100, 100), 2, 700],
    ['nothing has ended', year(100), costs(30), 0, 1200],
    ['more in this month than expected', year(100), costs(100, 170), 1, 1270],
    ['no budget: the average', year(null), costs(90, 110), 2, 1200],
    ['no budget and nothing ended', year(null), costs(40), 0, 40],
    ['no budget in the ended months', year(100, 0, 0), costs(70, 70), 2, 1140],
    [
      'months without budget beside others',
      [null, 100, ...year(null).slice(2)],
      costs(0, 100),
      2,
      100,
    ],
    ['a whole year', year(100), year(90) as number[], 12, 1080],
    ['a later month already costs', year(null), [...costs(10, 10), 500].slice(0, 12), 2, 120],
    ['an insurance paid ahead', year(0), [10, 10, ...year(10).slice(2)] as number[], 2, 120],
  ])('%s', (_, budget, actual, ended, forecast) => {
    expect(forecastOfYear({ budget, actual }, ended)).toBeCloseTo(forecast, 2);
  });
});

it('compares a month, the year up to it and the whole year', () => {
  expect(compareWithBudget({ budget: year(100), actual: costs(120, 130, 7) }, 2, 2)).toEqual({
    month_budget: 100,
    month_actual: 130,
    to_date_budget: 200,
    to_date_actual: 250,
    year_budget: 1200,
    year_forecast: 1500,
  });
});
