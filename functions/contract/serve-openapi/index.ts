import document from '../../../shared/operations/openapi/data-api.json' with { type: 'json' };
import { serveOpenApi } from './handler.ts';

export const handler = serveOpenApi(document);
