import type { ADMIN_ROUTES } from '../../admin-routes.ts';

export type AdminOperationName = keyof typeof ADMIN_ROUTES;

interface AdminOperationText {
  readonly summary: string;
  readonly description: string;
  /** The success status. @default 200 */
  readonly status?: 201 | 202;
}

/** The documentation of each operation. A route without one does not compile. */
export const ADMIN_OPERATION_TEXTS: Readonly<Record<AdminOperationName, AdminOperationText>> = {
  listApiKeys: {
    summary: 'List API keys',
    description:
      'All keys, including revoked ones, or those that the filters match, newest first by default. Members see their own keys; admins see all keys of the organization. The newest 10,000 keys are searched.',
  },
  createApiKey: {
    summary: 'Create an API key',
    description: 'Keys created by members start without permissions and in the plan `standard`.',
    status: 201,
  },
  updateApiKey: {
    summary: 'Change an API key',
    description:
      'Omitted fields stay unchanged. Changes apply from the next request made with the key, those of the plan within a minute. Keys that were rotated to it, and are still in their grace period, get the plan and lose the permissions that it loses. A rotated key cannot be changed itself.',
  },
  revokeApiKey: {
    summary: 'Revoke an API key',
    description:
      'The key is rejected from the next request. Idempotent. Keys that were rotated to it stay active until the end of their grace period, unless `withPredecessors` is `true`; the response lists them.',
  },
  rotateApiKey: {
    summary: 'Rotate an API key',
    description:
      'Creates a new key, which is active immediately. The old key stays active for the grace period you choose, counts for the maximum of active keys until then, and shares the limits of the new one.',
    status: 201,
  },
  getAppRequest: {
    summary: 'Check the request of an app',
    description:
      'What the authorization request of an OAuth client asks for, for the user to decide on. The client’s metadata document, if it has one, is read each time. An invalid request is described, and never leads back to the client.',
  },
  connectApp: {
    summary: 'Connect an app',
    description:
      'Grants an authorization request. The app is listed with the API keys, with the kind `app`, once it exchanges its code, within five minutes. Only admins may grant permissions; an app that a member connects starts without any. The app expires 30 days after its last renewal, and at `expiresAt` in any case.',
    status: 201,
  },
  listRequests: {
    summary: 'List requests of the data API',
    description:
      'The requests with your organization’s API keys, newest first, from the last 30 days: also those that were refused for a missing permission, a limit, or a key that is revoked, expired or has the wrong secret. Members see the requests with their own keys. Without `after`, it searches the 24 hours before `before`. `include=counts` counts all of them by outcome and per key; `limit=0` returns nothing else. Requests appear within `delaySeconds`.',
  },
  getUsage: {
    summary: 'Get the usage of API keys',
    description:
      'Daily requests by outcome, of all keys and per key, and how many of them counted against the daily quota. Requests appear within `delaySeconds`.',
  },
  listAuditLog: {
    summary: 'List the audit log',
    description:
      'Who did what, when and from where, newest first. With `search`, `actor`, `action` or `grouped`, a page may be short, or even empty, while `nextCursor` leads to more. Admins only.',
  },
  tryRequest: {
    summary: 'Try a request of the data API',
    description: 'Sends one request with a key and returns the response, whatever its status.',
  },
  listWebhookEndpoints: {
    summary: 'List webhook endpoints',
    description: 'Newest first, including disabled endpoints. Admins only, like all webhook operations.',
  },
  createWebhookEndpoint: {
    summary: 'Register a webhook endpoint',
    description: 'The response contains the signing secret, which is shown only once.',
    status: 201,
  },
  getWebhookEndpoint: {
    summary: 'Get a webhook endpoint',
    description:
      'The endpoint and its state, without the secret; with `include=latestReplay` also the progress or result of its latest replay; with `include=lastDay` or `include=lastWeek` also the outcomes and durations of attempts over that time, from a sample of at most 50 deliveries per period.',
  },
  updateWebhookEndpoint: {
    summary: 'Change a webhook endpoint',
    description: 'Omitted fields stay unchanged. Enabling the endpoint resets its failure state.',
  },
  deleteWebhookEndpoint: {
    summary: 'Delete a webhook endpoint',
    description: 'Drops its pending deliveries and returns the deleted endpoint.',
  },
  testWebhookEndpoint: {
    summary: 'Test a webhook endpoint',
    description: 'Sends a `webhook.test` event that is signed, retried and recorded like any other event.',
    status: 202,
  },
  rotateWebhookSecret: {
    summary: 'Rotate the signing secret',
    description: 'The old secret signs alongside the new one for 24 hours.',
    status: 201,
  },
  listWebhookDeliveries: {
    summary: 'List deliveries',
    description: 'Newest event first. May lag by a few seconds.',
  },
  replayWebhooks: {
    summary: 'Replay many deliveries',
    description:
      'Starts to deliver the events of many deliveries again, oldest first, up to 50 per second. One replay runs per endpoint; see its progress with `GET /webhook-endpoints/{id}?include=latestReplay`. `"states": ["retrying"]` makes all pending retries now.',
    status: 202,
  },
  getWebhookDelivery: {
    summary: 'Get a delivery',
    description: 'The delivery with its attempts and the event.',
  },
  replayWebhookDelivery: {
    summary: 'Replay a delivery',
    description: 'Delivers the event again, whatever the state of the delivery.',
    status: 202,
  },
  listPeople: {
    summary: 'List people',
    description:
      'All people, most recently changed first by default, or the result of a lookup. For admins, and for members if the organization allows it, like all operations that read records.',
  },
  getPerson: {
    summary: 'Get a person',
    description: 'The person as the data API returns it.',
  },
  deletePerson: {
    summary: 'Delete a person',
    description:
      'The entries of the person stay in their call lists, without it. Past events keep the data of the person. Admins only, like all deletions and erasures.',
  },
  erasePerson: {
    summary: 'Erase a person',
    description:
      'Deletes the person, and removes their data from call list entries, the event feed and webhook deliveries. Works for a person who was deleted before, and can be repeated. Returns what was removed, and which copies remain for how long.',
  },
  listEntriesOfPerson: {
    summary: 'List the call list entries of a person',
    description: 'The newest first, each with its call list. May lag by a few seconds.',
  },
  listFields: {
    summary: 'List the fields of a resource',
    description:
      'Those of the API, and the custom fields that imports have stored, as the data API lists them.',
  },
  listCompanies: {
    summary: 'List companies',
    description: 'All companies, most recently changed first by default, or the result of a lookup.',
  },
  getCompany: {
    summary: 'Get a company',
    description: 'The company as the data API returns it.',
  },
  deleteCompany: {
    summary: 'Delete a company',
    description: 'The people and call list entries of the company stay, without it.',
  },
  listCallLists: {
    summary: 'List call lists',
    description:
      'All call lists with their number of entries, newest first by default, or the one with an external id. `include=entryTotal` adds the number of all entries.',
  },
  getCallList: {
    summary: 'Get a call list',
    description:
      'The call list with a page of its entries, as the data API returns it: all of them, or those with some statuses. These may lag by a few seconds.',
  },
  deleteCallList: {
    summary: 'Delete a call list',
    description:
      'Deletes its entries too, in batches. A list of tens of thousands of entries may return a `503`: repeat the request, which continues.',
  },
  listEvents: {
    summary: 'List events',
    description:
      'The events of the feed, newest first; with `kind` and `id` those about one record, which members see too if the organization allows it. Events of an entry are also about the people whom it calls and called before. A page may be short, or even empty, while `nextCursor` leads to more. The events of one record may lag by a few seconds. With `tail`, the events that follow a cursor, oldest first. `include=delays` adds how far the feed and the lookups are behind.',
  },
  getEvent: {
    summary: 'Get an event',
    description:
      'The event with its webhook deliveries. Admins only. Erased and expired events are not found.',
  },
  getSession: {
    summary: 'Get the signed-in user',
    description: 'The user, their role and their organization. Notes the sign-in of the token.',
  },
  chooseOrganization: {
    summary: 'Switch to another organization',
    description:
      'Stores the organization of this user’s next tokens: renew the token to switch. Tokens issued before stay with theirs. An organization in which the user is not active is not found. Later sign-ins start with the last choice.',
  },
  listUsers: {
    summary: 'List users',
    description:
      'All users, including invited and disabled ones, or those that the filters match, by email by default. Admins only, like all operations on users.',
  },
  inviteUser: {
    summary: 'Invite a user',
    description:
      'Sends an email with a temporary password, which is valid for 7 days. A person who signs in to another organization with this address gets no email: they use the same password, and switch to this organization. The response is the same.',
    status: 201,
  },
  updateUser: {
    summary: 'Change, disable, enable or remove a user',
    description:
      'Omitted fields stay unchanged. A disabled user has no access to the organization, and the admin API rejects their tokens for it from the next request. You cannot change yourself, nor the last active admin. When you disable a user, their connected apps and API keys end or become yours, as `apps` and `keys` say. When you make an admin a member, the same happens to those with permissions that the admin granted. `isRemoved` disables the user, removes them from the organization or withdraws the invitation, and deletes the sign-in unless they belong to another organization; the response is the user as it was. Users of an identity provider can only be disabled.',
  },
  resendInvitation: {
    summary: 'Resend an invitation',
    description:
      'Sends a new temporary password to a user who has not signed in yet, to any organization. The previous one becomes invalid.',
    status: 202,
  },
  getOrganization: {
    summary: 'Get the organization',
    description: 'The settings of your organization. Admins only.',
  },
  updateOrganization: {
    summary: 'Change the organization',
    description: 'Omitted fields stay unchanged. Changes apply from the next request. Admins only.',
  },
  previewRetention: {
    summary: 'Preview a retention period',
    description:
      'Counts the people and companies that have not changed for `recordRetentionDays`: the maximum that would be deleted. Those that an import or a call list uses are counted, but stay. Admins only.',
  },
  listImports: {
    summary: 'List imports',
    description:
      'Imports of uploaded and dropped files, newest first, for 400 days. Not those of the command line. Admins only, like all operations on imports. May lag by a few seconds.',
  },
  listExports: {
    summary: 'List exports',
    description:
      'The exports of the last 30 days, newest first, with those of API keys. Each request returns new addresses of the files, which work for an hour. Admins only, like all operations on exports.',
  },
  createExport: {
    summary: 'Create an export',
    description:
      'Writes all people, companies, call lists or entries into files, in the background. One export of the organization runs at a time.',
    status: 202,
  },
  createImport: {
    summary: 'Create an import',
    description:
      'Returns a URL for the file. Upload it there within an hour, look at the preview, and start the import.',
    status: 201,
  },
  getImport: {
    summary: 'Get an import',
    description: 'The import with its progress: counts, and the bytes that were read of `size`.',
  },
  previewImport: {
    summary: 'Preview an import',
    description:
      'How the uploaded file would be read: what each column becomes, and the first ten rows. Reads the first 512 KB.',
  },
  checkImport: {
    summary: 'Check an import',
    description:
      'Previews an import of the uploaded file with these settings, like `--dry-run` of the command: counts, rejected rows, warnings. Writes nothing. Reads the first 512 KB for at most 20 seconds.',
  },
  startImport: {
    summary: 'Start an import',
    description:
      'Imports the uploaded file. Imports of a kind run one after the other. Repeat the request if it failed: it has no further effect.',
    status: 202,
  },
  repeatImport: {
    summary: 'Repeat an import',
    description:
      'Imports the same file again, with the same settings unless you send others. Returns the new import. Files are kept for 90 days.',
    status: 202,
  },
  confirmImportDeletions: {
    summary: 'Confirm deletions',
    description:
      'For an import that would delete more than 10 % of the records of its source: repeats it, and deletes the records if their number is unchanged.',
    status: 202,
  },
  undoImport: {
    summary: 'Undo an import',
    description:
      'Deletes the records that a finished import created and that have not been changed since, in the background, with their events. `409` if it changed or deleted records, or if another import of its kind and source has run since. Repeat the request if it failed.',
    status: 202,
  },
  cancelImport: {
    summary: 'Cancel an import',
    description:
      'Ends an import that waits or runs: it is `failed` then. Imported rows are kept, and there is no report. A running import stops within a minute. `409` if it neither waits nor runs.',
  },
  getImportFiles: {
    summary: 'Get the report of an import',
    description:
      'Links to the report (JSON) and the rejected rows (CSV or JSON Lines, like the file), which work for an hour, and the first rejected rows.',
  },
  listImportProfiles: {
    summary: 'List import profiles',
    description:
      'The settings of dropped files, by kind and source, with the addresses to drop files at and an upload policy.',
  },
  putImportProfile: {
    summary: 'Save an import profile',
    description: 'Creates or replaces the settings of files that are dropped for this kind and source.',
  },
  deleteImportProfile: {
    summary: 'Delete an import profile',
    description: 'Files that are dropped later are imported with the defaults. Returns the deleted profile.',
  },
};
