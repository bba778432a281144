import type { OpenApiReader } from './document.ts';

/** A webhook delivery as received. */
export interface Delivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** @throws Error listing everything in a delivery that the document does not allow */
export const checkDelivery = (document: OpenApiReader, { headers, body }: Delivery): void => {
  const event = JSON.parse(body);
  const operation = document.at('webhooks', String(event.type), 'post');
  if (operation === undefined) throw new Error(`The event type ${event.type} is not documented.`);
  const parameters = Object.keys(document.at(...operation.pointer, 'parameters')?.value ?? {});
  const headerErrors = parameters.flatMap((index) => {
    const parameter = document.at(...operation.pointer, 'parameters', index);
    const name = String(parameter?.value['name']);
    return document
      .errors([...(parameter?.pointer ?? []), 'schema'], headers[name])
      .map((error) => `The header ${name}: ${error}`);
  });
  const schema = [...operation.pointer, 'requestBody', 'content', 'application/json', 'schema'];
  const errors = [...headerErrors, ...document.errors(schema, event)];
  if (errors.length > 0) throw new Error(`${event.type} is not as the document says:\n${errors.join('\n')}`);
};
