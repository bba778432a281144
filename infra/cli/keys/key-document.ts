import { type ApiKey, type ApiKeyView, viewOf } from '../../../shared/api-keys/api-key.ts';
import { timestampOf } from '../../../shared/domain/timestamp.ts';

/** The JSON document of a key. */
export const keyDocument = (key: ApiKey): ApiKeyView & Pick<ApiKey, 'organizationId'> => ({
  organizationId: key.organizationId,
  ...viewOf(key, timestampOf(new Date())),
});
