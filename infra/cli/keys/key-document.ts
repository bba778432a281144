import { type ApiKey, viewOf } from '../../../shared/api-keys/api-key.ts';
import type { ApiKeyView } from '../../../shared/contract/api-key-view.ts';
import { timestampOf } from '../../../shared/domain/timestamp.ts';

/** The JSON document of a key. */
export const keyDocument = (key: ApiKey): ApiKeyView & Pick<ApiKey, 'organizationId'> => ({
  organizationId: key.organizationId,
  ...viewOf(key, timestampOf(new Date())),
});
