import type { ServiceCall } from './tls-front.ts';

/** The read units that DynamoDB calls consume, as reported by the engine. */
export const readUnitsOf = async (calls: readonly ServiceCall[], endpoint: string): Promise<number> => {
  let sum = 0;
  for (const { target, body } of calls) {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-amz-json-1.0',
        'X-Amz-Target': target,
        Authorization:
          'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, ' +
          'SignedHeaders=host, Signature=0',
        'X-Amz-Date': '20260101T000000Z',
      },
      body: JSON.stringify({ ...JSON.parse(body), ReturnConsumedCapacity: 'TOTAL' }),
    });
    const { ConsumedCapacity: consumed } = (await response.json()) as { ConsumedCapacity?: unknown };
    for (const each of [consumed].flat()) {
      const { CapacityUnits: units } = each as { CapacityUnits?: number };
      if (units === undefined) throw new Error(`The engine does not say what ${target} consumed.`);
      sum += units;
    }
  }
  return sum;
};
