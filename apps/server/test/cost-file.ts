import type { Answer, TestApi } from './api.ts';

/** Imports a file of a fuel card. */
export async function importCostFile(
  api: TestApi,
  as: number,
  file: string,
): Promise<Pick<Answer, 'status' | 'body'>> {
  const form = new FormData();
  form.append('file', new Blob([file]), 'card.csv');
  const answer = await fetch(`${api.url}/api/catalogue_imports/cost/`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${await api.token(as)}` },
    body: form,
  });
  return { status: answer.status, body: await answer.json() };
}
