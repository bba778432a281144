import { expect, it } from 'vitest';
import { retryingFetch } from '../../../../clients/typescript/src/retrying-fetch.ts';

it.each([
  ['GET', 3],
  ['HEAD', 3],
  ['POST', 1],
  ['DELETE', 1],
])('sends a %s with a 503 response %i times', async (method, times) => {
  let count = 0;
  const fetch = retryingFetch(
    async () => {
      count += 1;
      return new Response(null, { status: 503, headers: { 'Retry-After': '0' } });
    },
    { attempts: 3 },
  );
  await fetch(new Request('https://api.example/', { method }));
  expect(count).toBe(times);
});
