/** An amount as the database takes it, with two decimal places. */
export const amountText = (amount: number | null) => (amount === null ? null : amount.toFixed(2));
