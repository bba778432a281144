const ATTEMPTS = 10;

/** Fetches, and retries after a `429`: the demo key has the `standard` plan. */
export const patientFetch = async (url: string | URL, options: RequestInit): Promise<Response> => {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(url, options);
    if (response.status !== 429 || attempt === ATTEMPTS) return response;
    await response.body?.cancel();
    await new Promise((resolve) => setTimeout(resolve, Number(response.headers.get('retry-after')) * 1_000));
  }
};
