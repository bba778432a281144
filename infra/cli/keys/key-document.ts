import { type ApiKey, type ApiKeyView, viewOf } from '../../../shared/api-keys/api-key.ts';
import { timestampOf } from '../../../shared/domain/timestamp.ts';

/** A key as `--json` prints it. */
export const keyDocument = (key: ApiKey): ApiKeyView & Pick<ApiKey, 'organizationId'> => ({
  organizationId: key.organizationId,
  ...viewOf(key, timestampOf(new Date())),
});
