/** Key of all queries of campaigns in the cache, and kind of the history. */
export const CAMPAIGNS_KEY = 'recall_campaign';
