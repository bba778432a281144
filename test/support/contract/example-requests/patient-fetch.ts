const ATTEMPTS = 10;
/** The demo key has the `standard` plan, and a busy machine may respond too late. */
const RETRIED = [429, 503];

/** Fetches as a well-behaved client, which retries after these statuses. */
export const patientFetch = async (url: string | URL, options: RequestInit): Promise<Response> => {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(url, options);
    if (!RETRIED.includes(response.status) || attempt === ATTEMPTS) return response;
    await response.body?.cancel();
    await new Promise((resolve) => setTimeout(resolve, Number(response.headers.get('retry-after')) * 1_000));
  }
};
