import { DEFAULT_PLAN } from '../../../shared/contract/keys/api-key-limits.ts';
import { timestampOf } from '../../../shared/domain/timestamp.ts';
import { deleteExportsOfKey } from '../../../shared/exports/delete-export.ts';
import { type ApiKey, viewOf } from '../../../shared/keys/api-key.ts';
import { createKey } from '../../../shared/keys/create-key.ts';
import { listKeys } from '../../../shared/keys/list-keys.ts';
import type { CreatedApiKey } from '../../../shared/keys/new-key.ts';
import { rotateKey } from '../../../shared/keys/rotate-key.ts';
import { firstPath } from '../../../shared/operations/data-api/first-request.ts';
import {
  revokeKeyAndEndpoints,
  updateKeyAndEndpoints,
} from '../../../shared/webhooks/endpoints/key-access.ts';
import { idArgument, optional, required, SWITCH } from '../support/arguments.ts';
import { operator } from '../support/operator.ts';
import { pagesOf } from '../support/pages.ts';
import { organizationSubcommands, withSubcommands } from '../support/subcommands.ts';
import { type Columns, listResult } from '../support/table.ts';
import { requireFound, UsageError } from '../support/usage-error.ts';
import { assertPlan, connectKeys } from './connect-keys.ts';
import { addressesOf, expiryOf, graceOf, KEYS_HELP, nameOf, permissionsOf, sourceOf } from './key-options.ts';

const KEY_ID = idArgument('KEY_ID', 'keys list');
const PAGE_SIZE = 200;

const documentOf = (key: ApiKey) => ({
  organizationId: key.organizationId,
  ...viewOf(key, timestampOf(new Date())),
});

const COLUMNS: Columns<ReturnType<typeof documentOf>> = {
  ID: ({ id }) => id,
  NAME: ({ name }) => name,
  KIND: ({ kind }) => kind,
  STATE: ({ state }) => state,
  PERMISSIONS: ({ permissions }) => permissions.join(',') || '-',
  PLAN: ({ plan }) => plan,
  ADDRESSES: ({ allowedAddresses }) => allowedAddresses?.join(',') ?? 'any',
  SOURCE: ({ importSource, permissions }) =>
    importSource ?? (permissions.includes('import:create') ? 'any' : '-'),
  KEY: ({ hint }) => hint,
  CREATED: ({ createdAt }) => createdAt,
  EXPIRES: ({ expiresAt }) => expiresAt ?? 'never',
  'CREATED BY': ({ createdBy }) => createdBy,
  'LAST USED': ({ lastUsedAt }) => lastUsedAt ?? 'never',
};

const boundsText = ({ allowedAddresses, importSource }: ApiKey): string =>
  (allowedAddresses?.join(', ') ?? 'any') +
  (importSource === null ? '' : `; imports only the source ${importSource}`);

/** Shows a new key once, with a request to try it. */
const newKeyResult = ({ apiKey, token }: CreatedApiKey, apiUrl: string, created: string) => ({
  document: { ...documentOf(apiKey), key: token },
  text: [
    created,
    'Permissions: ' +
      `${apiKey.permissions.join(', ') || 'none (requests other than GET /v1/key return 403)'}. Plan: ` +
      `${apiKey.plan}. Expires: ${apiKey.expiresAt ?? 'never'}. Addresses: ${boundsText(apiKey)}.`,
    '',
    'Store the key now; it is not shown again:',
    '',
    `  ${token}`,
    '',
    'Try it:',
    '',
    `  curl -H 'X-Api-Key: ${token}' '${apiUrl}${firstPath(apiKey.permissions)}'`,
  ],
});

const subcommand = organizationSubcommands(connectKeys);

/** `npm run keys`: see {@link KEYS_HELP}. */
export const keysCommand = withSubcommands(KEYS_HELP, {
  create: subcommand(
    {
      name: required('NAME', nameOf),
      permissions: optional(permissionsOf, []),
      expires: optional(expiryOf, null),
      plan: optional(String, DEFAULT_PLAN),
      addresses: optional(addressesOf, null),
      source: optional(sourceOf, null),
    },
    async ({ organizationId, expires, addresses, source, ...settings }, connect) => {
      const { store, apiUrl } = await connect();
      assertPlan(settings.plan, store);
      const limits = { expiresAt: expires, allowedAddresses: addresses, importSource: source };
      const newKey = { organizationId, ownerId: null, ...settings, ...limits };
      const created = await createKey(store, newKey, operator());
      return newKeyResult(created, apiUrl, `Created the key "${settings.name}" (${created.apiKey.id}).`);
    },
  ),

  list: subcommand({}, async ({ organizationId }, connect) => {
    const { store } = await connect();
    const keys: ApiKey[] = [];
    const read = (position: string | undefined) =>
      listKeys(store, { organizationId }, { limit: PAGE_SIZE, position });
    for await (const page of pagesOf(read)) keys.push(...page.keys);
    return listResult(keys.map(documentOf), COLUMNS, 'The organization has no API keys.');
  }),

  update: subcommand(
    {
      id: KEY_ID,
      name: optional(nameOf),
      permissions: optional(permissionsOf),
      plan: optional(String),
      expires: optional(expiryOf),
      addresses: optional(addressesOf),
      source: optional(sourceOf),
    },
    async ({ id, organizationId, expires, addresses, source, ...others }, connect) => {
      const limits = { expiresAt: expires, allowedAddresses: addresses, importSource: source };
      const changes = { ...others, ...limits };
      if (Object.values(changes).every((value) => value === undefined)) {
        throw new UsageError(
          'update needs at least one of --name NAME, --permissions LIST, --plan PLAN, --expires TIME, ' +
            '--addresses LIST, --source NAME.',
        );
      }
      const { store } = await connect();
      if (changes.plan !== undefined) assertPlan(changes.plan, store);
      const updated = await updateKeyAndEndpoints(store, { organizationId }, id, changes, operator());
      const key = requireFound(updated, 'API key', id);
      const { name, plan, permissions } = key;
      const granted = permissions.join(', ') || 'none';
      return {
        document: documentOf(key),
        text:
          `Updated the key ${id}: name "${name}", plan ${plan}, permissions ${granted}, expires ` +
          `${key.expiresAt ?? 'never'}, addresses ${boundsText(key)}.`,
      };
    },
  ),

  rotate: subcommand(
    { id: KEY_ID, grace: required('TIME', graceOf), expires: optional(expiryOf) },
    async ({ id, organizationId, grace, expires }, connect) => {
      const { store, apiUrl } = await connect();
      const options = { isLimited: false, expiresAt: expires };
      const rotated = await rotateKey(store, { organizationId }, id, grace.seconds, operator(), options);
      const created = requireFound(rotated, 'API key', id);
      const text =
        `Created the key ${created.apiKey.id} to replace ${id}, which stays active for ` + `${grace.value}.`;
      return newKeyResult(created, apiUrl, text);
    },
  ),

  revoke: subcommand(
    { id: KEY_ID, 'with-predecessors': SWITCH, 'with-exports': SWITCH },
    async ({ id, organizationId, ...switches }, connect) => {
      const { store, removeObjects } = await connect();
      const actor = operator();
      const options = { actor, withPredecessors: switches['with-predecessors'] };
      const revoked = await revokeKeyAndEndpoints(store, { organizationId }, id, options);
      const { apiKey, activePredecessors } = requireFound(revoked, 'API key', id);
      if (switches['with-exports']) {
        await deleteExportsOfKey(store, removeObjects, { organizationId, keyId: id }, actor);
      }
      return {
        document: { ...documentOf(apiKey), activePredecessors: activePredecessors.map(documentOf) },
        text: [
          `Revoked the key "${apiKey.name}" (${id}) at ${apiKey.revokedAt}.`,
          ...activePredecessors.map(
            (each) => `Still active, since it was rotated to this key: ${each.id}, until ${each.expiresAt}.`,
          ),
          ...(activePredecessors.length === 0
            ? []
            : ['Repeat the command with --with-predecessors to revoke these keys, too.']),
        ].join('\n'),
      };
    },
  ),
});
